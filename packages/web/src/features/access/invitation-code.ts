/** The code of an invitation link, which stands behind the # of its address. */
export const invitationCode = (hash: string): string | undefined => /^#invitation=([\w-]+)$/.exec(hash)?.[1]
