/** Standards are called alike in every language. */
export const standardNames = { gbt1885: 'GB/T 1885-1998', mpms11: 'API MPMS 11.1-2004' } as const
