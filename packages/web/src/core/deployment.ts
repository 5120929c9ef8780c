/** What the server says of this deployment; what was set before the page started comes first. @source decisions.md C6 */
export function readDeployment(): void {
  const given = document.querySelector<HTMLMetaElement>('meta[name=forecourt]')?.content ?? ''
  if (given.startsWith('{"')) window.forecourt = { ...(JSON.parse(given) as Window['forecourt']), ...window.forecourt }
}
