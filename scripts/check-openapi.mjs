// Reads the published document as its readers' tools do, and names what the recommended rules of Redocly find in it.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { handlers } from '../packages/server/src/modules/index.ts'
import { openApi } from '../packages/server/src/platform/http/openapi.ts'

const source = JSON.stringify(openApi(handlers.map(({ endpoint }) => endpoint)))
const config = await createConfig({ extends: ['recommended'] })
const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
for (const { ruleId, message, location } of problems) console.error(`${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)
process.exit(problems.length > 0 ? 1 : 0)
