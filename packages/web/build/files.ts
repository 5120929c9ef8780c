import { resolve } from 'node:path'

const packages = resolve(import.meta.dirname, '../..')
const libraries = resolve(packages, '../node_modules')
const placeOf = (root: string) => resolve(/^(web|contract)\//.test(root) ? packages : libraries, root)

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Small modules that parts of several files need: in one of those, they would bring all of it. */
const small = [
  'antd/es/_util/ContextIsolator.js',
  'antd/es/config-provider/hooks/useCSSVarCls.js',
  'antd/es/form/context.js',
  'antd/es/space/index.js',
  '@rc-component/resize-observer/es/index.js',
  'web/src/kit/library-tooltip.ts',
]

/** What is loaded together comes as one file, from the top: each takes what these modules need and no file above it has. */
const files: readonly (readonly [name: string, roots: readonly string[], alone?: 'libraries'])[] = [
  // Few parts reckon with colours, and what nobody asks for is left out only where it stands alone.
  ['colours', ['@ant-design/fast-color/es/index.js']],
  // Two pages count.
  ['counts', ['web/src/kit/count-up.tsx']],
  ['pages', ['web/src/kit/media.ts', 'web/src/features/home/home-page.tsx', ...small]],
  ['schemas', ['contract/src/kit.ts?schemas', 'contract/src/validators.ts?schemas']],
  ['contract', ['contract/src/kit.ts', 'web/src/core/plain-records.ts']],
  [
    'basics',
    [
      'web/src/kit/period-bar.tsx',
      'web/src/kit/select.tsx',
      'web/src/kit/segmented.tsx',
      'web/src/kit/overlays.tsx',
      'web/src/kit/popups.tsx',
      'web/src/kit/list/draw.tsx',
      'web/src/kit/page/page-header.tsx',
    ],
  ],
  ['tables', ['web/src/kit/list/data-table.tsx', 'web/src/kit/list/columns.ts']],
  ['lists', ['web/src/kit/list/list-view.tsx', 'web/src/kit/list/use-list.ts']],
  ['popups', ['antd/es/menu/index.js', 'antd/es/dropdown/index.js', 'antd/es/popover/index.js'], 'libraries'],
  ['inputs', ['antd/es/input/index.js'], 'libraries'],
  ['fields', ['antd/es/form/index.js'], 'libraries'],
  ['selects', ['antd/es/select/index.js'], 'libraries'],
  ['calendars', ['web/src/kit/period-range.tsx'], 'libraries'],
  ['overlays', ['antd/es/drawer/index.js', 'antd/es/modal/index.js'], 'libraries'],
  ['forms', ['web/src/kit/form/record-drawer.tsx', 'web/src/kit/form/act-dialog.tsx'], 'libraries'],
]

/** All that a module needs before it runs, and itself. */
function needsOf(root: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(root)) return found
  found.add(root)
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) needsOf(id, graph, found)
  return found
}

const isLibrary = (id: string) => id.includes('/node_modules/')

/** A group of modules for each of these files; what none of them takes is put together by who uses it. */
export function groupsOfFiles() {
  let known: Map<string, string> | undefined
  const begin = (graph: Graph) => {
    const found = new Map<string, string>()
    const take = (name: string, root: string, alone: 'libraries' | undefined) => {
      for (const id of needsOf(root, graph)) {
        const taken = found.has(id) || id.includes('/features/') || id.endsWith('-page.tsx')
        if (!taken && (!alone || isLibrary(id))) found.set(id, name)
      }
    }
    for (const [name, roots, alone] of files) for (const root of roots) take(name, placeOf(root), alone)
    return found
  }
  return files.map(([name]) => ({
    debugName: name,
    name: (id: string, graph: Graph) => ((known ??= begin(graph)).get(id) === name ? name : null),
  }))
}
