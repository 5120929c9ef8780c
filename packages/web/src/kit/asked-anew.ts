/** For a query that says what an act would do: it is asked whenever it is opened, and no earlier answer stands there meanwhile. */
export const askedAnew = { staleTime: 0, gcTime: 0 } as const
