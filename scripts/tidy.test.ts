import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '../packages/server/src/platform/config/settings.ts'

const root = dirname(import.meta.dirname)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(path => path && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const generated = ['packages/server/src/platform/postgres/tables.ts']
const code = files.filter(path => /\.(ts|tsx|mjs|cjs|css|sql)$/.test(path) && !generated.includes(path))

/** Every line of some files that a rule finds wrong, as `file:line`. */
function linesOf(paths: readonly string[], wrong: (line: string, path: string) => boolean): string[] {
  return paths.flatMap(path =>
    read(path)
      .split('\n')
      .flatMap((line, at) => (wrong(line, path) ? [`${path}:${at + 1}`] : [])),
  )
}

describe('sizes', () => {
  test('a line has at most 140 characters', () => {
    expect(linesOf(code, line => line.length > 140)).toEqual([])
  })
  // A catalogue is looked up, not read from top to bottom.
  const catalogue = /(i18n\/[\w-]+|\/refusals|\/declarations|refusals\/\w+|config\/settings|contract\/src\/domains)\.ts$/
  test('a file has at most 300 lines, unless it is a catalogue', () => {
    expect(code.filter(path => !catalogue.test(path) && read(path).trimEnd().split('\n').length > 300)).toEqual([])
  })
})

test('no two migrations have the same number', () => {
  const numbers = files.flatMap(path => /^db\/migrations\/(\d{4})_\w+\.sql$/.exec(path)?.[1] ?? [])
  expect(numbers.length).toBeGreaterThan(50)
  expect(numbers.filter((number, at) => numbers.indexOf(number) < at)).toEqual([])
})

describe('layout', () => {
  test('no tab, no space at the end of a line, one newline at the end of a file', () => {
    expect(linesOf(code, line => /^\t|^ *\t|[ \t]$|\r/.test(line))).toEqual([])
    expect(code.filter(path => !/[^\n]\n$/.test(read(path)))).toEqual([])
  })
})

const server = 'packages/server/src/'
const product = (path: string) => !/\.test\.tsx?$|\/testing\//.test(path)

const inCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
/** Words that do not belong, where they do not, and what stands in their place. */
const banned: { word: RegExp; instead: string; where: (path: string) => boolean }[] = [
  { word: /FIX[M]E|TO[D]O/, instead: 'do it, or write it on the issue', where: () => true },
  { word: /\bparse[F]loat\b/, instead: 'Cents and Centilitres', where: () => true },
  { word: /new [D]ate\(\)|Date\.[n]ow\(\)/, instead: 'ctx.now', where: path => path.startsWith(`${server}modules/`) && product(path) },
  {
    word: /process\.[e]nv/,
    instead: 'readConfig()',
    // What measures starts the product as a user would, in an environment of its own.
    where: path => path.startsWith(server) && product(path) && !/platform\/config\/config\.ts$|\/bench\//.test(path),
  },
  { word: /Math\.[r]andom/, instead: 'crypto', where: path => path.startsWith(server) && product(path) },
  {
    word: /console\.[l]og/,
    instead: 'the log',
    where: path => path.startsWith(`${server}modules/`) || path.startsWith('packages/web/src/'),
  },
  { word: /registry\.[a-z]+js\.org|npm[m]irror|verdaccio|artifactory/i, instead: 'the registry that npm is set to', where: () => true },
  { word: /\.\.\/[s]hared\b|\/wo[r]k\//, instead: 'a setting', where: path => path !== '.ci/run' },
  {
    word: /\b(travelsAhead|hinted|OneMessage|withoutEchoes|performer|handleTogether|Turnstile|Patience|Slowness|openRoom|openShare)\b/,
    instead: 'the standard term (ADR 37)',
    where: inCode,
  },
  {
    word: /\b(askerOf|whoIs|Overtaken|LawKept|lawsOf|HeldCard|hold(Order|Card|Payment|Device|Counters|References|Files)s?|noteHeads)\b/,
    instead: 'the standard term (ADR 37)',
    where: inCode,
  },
  {
    word: /\b(askTogether|who_is|who_asked|statistic_(fold|cell|waiting|told)|ledger_fold|note_cells|noteMovements?|LedgerLaw)\b/,
    instead: 'the standard term (ADR 37)',
    where: inCode,
  },
  {
    word: /\b(startUpkeep|foldLedger|foldStatistics|shopFront|untold|barriers|crowding|careless|besieged|useArrival|useLine)\b/,
    instead: 'the standard term (ADR 37)',
    where: inCode,
  },
  {
    word: /\b(standingOf|[Ww]ish(es)?(Of)?|[Aa]skers?|upkeep|untilFolded|cardMayBe|isPayable)\b/,
    instead: 'the standard term (ADR 37): state, request, caller, maintenance, roll up; of statuses, the acts in the contract',
    where: inCode,
  },
  {
    word: /\b([Ww]hoever|he|his|him|himself)\b/,
    instead: 'anyone who, they, their',
    where: path =>
      (inCode(path) || (path.endsWith('.md') && !/^(docs\/adr\/|CHANGELOG)/.test(path))) && !path.endsWith('i18n/style.test.ts'),
  },
  { word: /\bAny[R]ow\b/, instead: 'the row of the resource: RowOf, RecordNamed, or a generic R extends BaseRow (ADR 47)', where: inCode },
  { word: /\.(only|skip)\(/, instead: 'a test that runs', where: path => /\.test\.tsx?$/.test(path) },
]

describe('words', () => {
  const texts = files.filter(path => !/\.(png|jpg|ico|woff2?|svg|csv)$/.test(path))
  test.each(banned.map(each => [String(each.word), each] as const))('%s', (_, { word, instead, where }) => {
    const found = linesOf(
      texts.filter(path => where(path) && path !== 'scripts/tidy.test.ts'),
      line => word.test(line),
    )
    expect(found, `instead: ${instead}`).toEqual([])
  })
})

describe('types', () => {
  /** Where the linter is told to let an explicit any of the web and the contract pass, and why. */
  const untyped: Record<string, string> = {
    'packages/web/src/kit/form/control-props.ts': 'one control for each kind of field, chosen while the page runs',
    'packages/web/src/kit/script-form/control-props.ts': 'fields that a description names while the page runs',
  }
  test('no explicit any is let pass but where it is named here', () => {
    const all = files.filter(path => /^packages\/(web|contract)\/src\//.test(path) && inCode(path))
    // By its name, or by no name at all.
    const letPass = /lint-disable(-next-line|-line)?( *(\*\/)?$|.*no-explicit-any)|@ts-nocheck/m
    expect(all.filter(path => letPass.test(read(path))).toSorted()).toEqual(Object.keys(untyped).toSorted())
  })
})

describe('code that is loaded later', () => {
  const sources = files.filter(path => /^packages\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
  /** What is imported without `later`, and what is done there when it does not come. */
  const byThemselves: Record<string, string> = {
    'packages/web/src/main.tsx': 'the start asks again every few seconds',
    'packages/web/src/app/locale.ts': 'a part of the start',
    'packages/web/src/kit/feedback/dialogs.ts': 'its words are said plainly',
    'packages/web/src/app/shell/shell.tsx': 'a toast; the next press asks again; without the channel pages are as they were read',
    'packages/web/src/features/home/home-page.tsx': 'said again ten minutes later',
    'packages/web/src/app/shell/open-panel.tsx': 'handed to laterDialog by name, and fetched ahead',
    'packages/web/src/app/pages.tsx': 'the table of pages, each handed to later',
    'packages/web/src/app/words.ts': 'they come with a page, which asks for both again; and schemas with a form, which does too',
    'packages/web/src/kit/form/forms.tsx': 'handed to later and laterDialog by name, and fetched ahead',
    'packages/web/src/kit/popups.tsx': 'handed to soonAround by name',
    'packages/web/src/kit/overlays.tsx': 'handed to laterDialog by name, and fetched ahead',
    'packages/web/src/kit/list/views.tsx': 'handed to later by name, and fetched ahead',
    'packages/web/src/kit/list/bulk-later.tsx': 'handed to later by name, and fetched ahead',
    'packages/web/src/kit/list/cards-later.tsx': 'handed to later by name, and fetched ahead on a phone',
    'packages/web/src/kit/list/tools.tsx': 'handed to soon by name; the lists of columns are only fetched ahead',
    'packages/web/src/features/statistics/behind.tsx': 'handed to later by name, and fetched ahead',
    'packages/web/src/features/order/scan-button.tsx': 'handed to laterDialog by name, and fetched ahead',
  }
  test('nothing is drawn by the lazy of React, which keeps a failure for ever', () => {
    expect(linesOf(sources, line => /\blazy\(|\blazy\b.*from 'react'|React\.lazy/.test(line))).toEqual([])
  })
  test('every import() is within later or what is made of it, or says here what is done when it does not come', () => {
    const bare = sources.filter(path => {
      const text = read(path).replaceAll(/^ *(\/\*\*| \*|\/\/).*$/gm, '')
      return [...text.matchAll(/(?<!typeof )\bimport\((?!'[^']+'\)\.[A-Z])/g)].some(({ index }) => {
        const statement = text
          .slice(0, index)
          .split(/\n(?=[^\s})\]])/)
          .at(-1)!
        return !/\b(later|laterDialog|soon|soonInstead|opened|withEverything|document)(<[^(]*>)?\(/.test(statement)
      })
    })
    expect(bare.toSorted()).toEqual(Object.keys(byThemselves).toSorted())
  })
})

describe('documents', () => {
  const documents = ['README.md', 'docs/operation.md'].filter(path => files.includes(path))
  test.each(documents)('%s lists every setting with its default, and no other', path => {
    const rows = [...read(path).matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)].map(([, name, shown]) => [
      name,
      shown!.replaceAll('`', '').trim(),
    ])
    expect(rows).toEqual(Object.entries(settings).map(([name, { default: shown }]) => [name, shown]))
  })
  test('every test that the security checklist names is there, and every row says how it stands', () => {
    const rows = read('docs/security/asvs.md')
      .split('\n')
      .filter(line => /^\| \d/.test(line))
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.filter(row => !/^\| [\d.–]+ \| [^|]+ \| (met|partly|not met|n\/a) \| [^|]+ \|$/.test(row))).toEqual([])
    const named = rows.flatMap(row => [...row.matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, path]) => path!))
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter(path => !files.includes(path))).toEqual([])
  })
  test('every relative link leads somewhere', () => {
    const dead = files
      .filter(path => path.endsWith('.md'))
      .flatMap(path =>
        [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
          .map(([, target]) => join(dirname(path), target!))
          .filter(target => !existsSync(join(root, target)))
          .map(target => `${path} → ${target}`),
      )
    expect(dead).toEqual([])
  })
})

describe('packages', () => {
  const lock = JSON.parse(read('package-lock.json')).packages as Record<string, { optionalDependencies?: Record<string, string> }>
  test('the lock file names the programs of every platform, or npm ci refuses it', () => {
    const names = new Set(Object.keys(lock).map(path => path.replace(/^.*node_modules\//, '')))
    const lacking = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(name => !names.has(name))
        .map(name => `${path} → ${name}`),
    )
    expect(lacking).toEqual([])
  })
  test('every version is exact', () => {
    const loose = files
      .filter(path => /^(packages\/[^/]+\/)?package\.json$/.test(path))
      .flatMap(path => {
        const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path))
        return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
          .filter(([, version]) => !/^\d/.test(String(version)))
          .map(([name]) => `${path}: ${name}`)
      })
    expect(loose).toEqual([])
  })
})

describe('change log', () => {
  test('each change stands in English, and beneath it in Chinese', () => {
    for (const path of ['CHANGELOG.md', ...files.filter(name => /^changes\/\d/.test(name))]) {
      const lines = read(path).split('\n')
      const lacking = lines.filter((line, at) => line.startsWith('- ') && !/^  \S.*\p{Script=Han}/u.test(lines[at + 1] ?? ''))
      expect(lacking, path).toEqual([])
    }
  })
  test('a change that is not released has a file of its own, named by its minute', () => {
    const misnamed = files.filter(path => path.startsWith('changes/') && !/^changes\/(README|\d{12}-[a-z0-9-]+)\.md$/.test(path))
    expect(misnamed).toEqual([])
  })
})

test('decisions are numbered without a gap, each number once, as they name themselves, and stand in the index', () => {
  const decisions = files.filter(path => /^docs\/adr\/\d/.test(path)).toSorted()
  expect(decisions.length).toBeGreaterThan(20)
  const numbers = decisions.map((_, at) => String(at + 1).padStart(4, '0'))
  expect(decisions.map(path => path.slice('docs/adr/'.length).slice(0, 4))).toEqual(numbers)
  expect(decisions.map(path => read(path).slice(2, 6))).toEqual(numbers)
  const index = [...read('docs/adr/README.md').matchAll(/\]\((\d[^)]+)\) \| \S/g)].map(([, name]) => `docs/adr/${name}`)
  expect(index).toEqual(decisions)
})
