// Finds a Chromium that shows Chinese, or brings one, and notes it in .cache/browser.json for anyone who drives it; brings the older
// browsers that the README names (.cache/chromium-109.json …).
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fail, findNode, npm, root } from './install.mjs'

const cache = join(root, '.cache')
const note = join(cache, 'browser.json')
const packages = ['@sparticuz/chromium@153.0.0', '@expo-google-fonts/noto-sans-sc@0.4.3']

/** @returns {{ path: string, env: Record<string, string> }} the program and what it needs in its environment */
export function ensureBrowser() {
  const noted = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined
  const wanted = process.env.CHROMIUM
  if (noted && (!wanted || noted.path === wanted) && runs(noted)) return noted

  const lacking = [...(installed() ? [] : ['chromium-headless-shell']), ...(hasChineseFonts() ? [] : ['fonts-noto-cjk'])]
  if (lacking.length > 0) installByApt(lacking)
  if (!installed()) installByApt(['chromium'])
  const path = installed()
  const browser = path && hasChineseFonts() ? { path, env: {} } : fromPackages(path)
  if (!runs(browser)) fail(`The Chromium at ${browser.path} does not start. Install chromium and fonts-noto-cjk, and run the tests again.`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(note, `${JSON.stringify(browser, null, 2)}\n`)
  return browser
}

function installed() {
  // The shell is the same engine without the window around it, which nobody sees here: it takes a fifth less of the processors.
  const onPath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(name =>
    (process.env.PATH ?? '').split(':').map(folder => join(folder, name)),
  )
  const places = [
    ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
    ...onPath,
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    ...fromPlaywright(),
  ]
  return places.find(path => existsSync(path) && runs({ path, env: {} }))
}

function fromPlaywright() {
  const folder = join(homedir(), '.cache/ms-playwright')
  const builds = existsSync(folder) ? readdirSync(folder).filter(name => name.startsWith('chromium-')) : []
  return builds.flatMap(build => ['chrome-linux64/chrome', 'chrome-linux/chrome'].map(end => join(folder, build, end)))
}

const runs = ({ path, env }) =>
  existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 20_000 }).status === 0

function hasChineseFonts() {
  if (process.platform !== 'linux') return true
  const listed = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

/** Only root may, and only where there is apt; what fails here is brought from npm instead. */
function installByApt(names) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log(`Installing ${names.join(' and ')} by apt …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 300_000 }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names, 'fontconfig'], options)
}

/** A Chromium and a Chinese font out of npm packages, with the libraries it needs: no root, nothing outside .cache. */
function fromPackages(found) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    fail('No Chromium was found and none can be brought to this system: install Chromium or Chrome, or name one in CHROMIUM.')
  }
  console.log('Bringing a Chromium and a Chinese font from npm …')
  const folder = join(cache, 'browser')
  const unpacked = join(folder, 'unpacked')
  const fonts = join(folder, 'fonts')
  for (const each of [unpacked, fonts]) mkdirSync(each, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  npm(['install', '--prefix', folder, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--silent', ...packages])

  copyFileSync(
    join(folder, 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
    join(fonts, 'NotoSansSC.ttf'),
  )
  const config = join(fonts, 'fonts.conf')
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${fonts}</dir>` +
      `<cachedir>${join(fonts, 'cache')}</cachedir></fontconfig>\n`,
  )
  if (found) return { path: found, env: { FONTCONFIG_FILE: config } }
  return { path: unpackChromium(folder, unpacked), env: { FONTCONFIG_FILE: config, LD_LIBRARY_PATH: join(unpacked, 'al2023/lib') } }
}

function unpackChromium(folder, unpacked) {
  // The package unpacks into the folder for temporary files, and its libraries only where it believes to be in a function.
  const entry = pathToFileURL(join(folder, 'node_modules/@sparticuz/chromium/build/index.js')).href
  const program = `import(${JSON.stringify(entry)}).then(({ default: chromium }) => chromium.executablePath())`
  const env = { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const ran = spawnSync(findNode(), ['-e', program], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
  if (ran.status !== 0) fail('The Chromium from npm could not be unpacked into .cache/browser.')
  return join(unpacked, 'chromium')
}

/** By package, for Linux on x64: the oldest Chromium that the README names, and one between it and the newest. */
const older = { 'chromium-109': '@sparticuz/chromium@109.0.6', 'chromium-122': '@sparticuz/chromium@122.0.0' }
/** Firefox speaks WebDriver BiDi; the newest Playwright asks for commands of it that the ESR does not have yet. */
const firefoxDriver = 'playwright-core@1.61.0'

/** Brings a browser of this name unless it is here, and notes it in .cache for openBrowser. @returns whether it runs on this system */
export function ensureOther(name) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false
  const noteOfIt = join(cache, `${name}.json`)
  if (existsSync(noteOfIt) && existsSync(JSON.parse(readFileSync(noteOfIt, 'utf8')).path)) return true
  const brought = name === 'firefox-esr' ? bringFirefox() : bringOlder(name)
  if (!brought) return false
  // The headless shell of 122 has no --version: it would start and stay.
  if (name !== 'chromium-122' && !runs(brought)) {
    console.log(`${name} was installed to ${brought.path}, but does not start on this system.`)
    return false
  }
  writeFileSync(noteOfIt, `${JSON.stringify(brought, null, 2)}\n`)
  return true
}

function bringOlder(name) {
  const folder = join(cache, name)
  bring(folder, older[name])
  const packed = join(folder, 'node_modules/@sparticuz/chromium/bin')
  const path = join(folder, 'chromium')
  writeFileSync(path, brotliDecompressSync(readFileSync(join(packed, 'chromium.br'))), { mode: 0o755 })
  // What it needs of the system: as the first of these packages called it, and as the later ones do.
  for (const part of ['swiftshader', 'aws', 'al2023'].map(each => join(packed, `${each}.tar.br`)).filter(existsSync)) {
    const ran = spawnSync('tar', ['-xf', '-', '-C', folder], { input: brotliDecompressSync(readFileSync(part)) })
    if (ran.status !== 0) fail(`${part} could not be unpacked.`)
  }
  return { path, env: { ...ensureBrowser().env, LD_LIBRARY_PATH: join(folder, 'lib') } }
}

function bringFirefox() {
  const path = '/usr/bin/firefox-esr'
  if (!existsSync(path)) installByApt(['firefox-esr'])
  if (!existsSync(path)) return undefined
  const folder = join(cache, 'firefox-esr')
  bring(folder, firefoxDriver)
  return { path, env: ensureBrowser().env, driver: join(folder, 'node_modules/playwright-core/index.js') }
}

function bring(folder, name) {
  console.log(`Bringing ${name} from npm …`)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  npm(['install', '--prefix', folder, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--silent', name])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureBrowser().path)
