/** The system's Node only installs and starts; the product runs on the Node that the packages bring. */
export function requireNode() {
  var [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return true
  console.error('Forecourt needs Node 20.19 or later to install itself; this is ' + process.versions.node + '. See https://nodejs.org.')
  process.exitCode = 1
  return false
}
