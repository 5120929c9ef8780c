/**
 * Styles that our own scripts make bear the page's nonce, whichever library makes them; the page's policy applies no others.
 * What comes in as text or markup does not pass here, so it stays without effect.
 */
export function signStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  if (!nonce) return
  const create = Reflect.get(document, 'createElement') as (...given: unknown[]) => HTMLElement
  Reflect.set(document, 'createElement', (...given: unknown[]) => {
    const element = create.apply(document, given)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  })
}
