/** The way out of offers by SMS, which stands behind the # of its address. */
export const stopCode = (hash: string): string | undefined => /^#stop=(\d{1,16}\.[\w-]{22})$/.exec(hash)?.[1]
