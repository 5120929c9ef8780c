const minute = 60_000

/**
 * What is due: to leave, when nobody has touched anything in any window for as long as the sign-in allows; or to tell the server that
 * somebody is there, who may be typing a long form without asking it anything.
 */
export function dueWhen({
  now,
  seen,
  told,
  minutes,
}: {
  now: number
  seen: number
  told: number
  minutes: number
}): 'leave' | 'tell' | undefined {
  if (now - seen >= minutes * minute) return 'leave'
  return seen > told && now - told >= (minutes * minute) / 3 ? 'tell' : undefined
}
