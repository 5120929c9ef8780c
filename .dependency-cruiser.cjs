const { readdirSync } = require('node:fs')
const { mayUse } = require('./db/owners.cjs')

const server = 'packages/server/src'
const modules = `${server}/modules`
const everyModule = readdirSync(modules, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
const web = 'packages/web/src'
// Tests and their makers may reach for whatever tells the story.
const product = '(?!.*(\\.test\\.tsx?$|/testing/))'

module.exports = {
  forbidden: [
    rule('contract stands alone', '^packages/contract/', {
      pathNot: ['^packages/contract/', 'node_modules/zod/', 'node_modules/(vitest|fast-check)/'],
    }),
    rule('a module shows only its index', `^${modules}/([^/]+)/`, {
      path: `^${modules}/[^/]+/`,
      pathNot: [`^${modules}/$1/`, `^${modules}/[^/]+/index\\.ts$`],
    }),
    ...everyModule
      .map(name => [name, mayUse[name] ?? []])
      .map(([name, friends]) =>
        rule(`${name} uses ${friends.join(', ') || 'no other module'} by db/owners.cjs`, `^${modules}/${name}/${product}`, {
          path: `^${modules}/`,
          pathNot: `^${modules}/(${[name, ...friends].join('|')})/`,
        }),
      ),
    rule('platform knows no module', `^${server}/platform/${product}`, { path: `^${modules}/` }),
    rule('a module never opens the database', `^${modules}/${product}`, {
      path: 'platform/(postgres/(database|embedded-postgres|own-database)|http/http)\\.ts$',
      dependencyTypesNot: ['type-only'],
    }),
    rule('only the database knows its driver', `^${modules}/${product}`, { path: 'node_modules/pg/' }),
    rule('only http knows HTTP', `^${server}/(?!platform/http/)`, {
      path: 'node_modules/@?fastify/',
      dependencyTypesNot: ['type-only'],
    }),
    rule('the web knows the server only by contract', '^packages/web/', { path: '^packages/server/' }),
    rule('features do not meet', `^${web}/features/([^/]+)/${product}`, { path: `^${web}/features/`, pathNot: `^${web}/features/$1/` }),
    rule('kit knows no feature', `^${web}/kit/`, { path: `^${web}/(features|app)/` }),
    rule('features do not know the app', `^${web}/features/`, { path: `^${web}/app/` }),
    rule('core knows no screen', `^${web}/core/`, { path: `^${web}/(features|app|kit)/` }),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
}

function rule(name, from, to) {
  return { name: name.replace(/[ ,]+/g, '-'), severity: 'error', from: { path: from }, to }
}
