import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tasks } from './modules/index.ts'

const catalogue = (language: string) => readFileSync(join(import.meta.dirname, `../../web/src/features/job/i18n/${language}.ts`), 'utf8')
/** As the page of background jobs looks for its words. */
const keyOf = (task: string) => `task_${task.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}`

test.each(['zh', 'en'])('every job has words on the page of background jobs, and no words are of a job that is not there: %s', language => {
  const worded = [...catalogue(language).matchAll(/^ +(task_\w+): /gm)].map(([, key]) => key!)
  expect(worded.toSorted()).toEqual(tasks.map(({ name }) => keyOf(name)).toSorted())
})
