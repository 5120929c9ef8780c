/**
 * What was typed as account, sent as what it looks like: with an @ as e-mail, else as mobile number. Undefined when it is neither.
 * @source spec 0 §7, §8
 */
export function accountOf(typed: string): { email: string } | { mobile: string } | undefined {
  const account = typed.normalize('NFKC').trim()
  if (account.includes('@')) return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account) ? { email: account } : undefined
  const mobile = account.replaceAll(/[\s-]/g, '')
  return /^(1\d{10}|\+\d{7,15})$/.test(mobile) ? { mobile } : undefined
}
