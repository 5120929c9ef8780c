import type { z } from 'zod'

/** What stands in place of a schema until it is needed: where it is found, `<domain>:<export>.<part>` (build/plain-contract.ts). */
interface Place {
  readonly at?: string
}
type Domain = Readonly<Record<string, unknown>>

const known = new Map<string, Domain>()
const coming = new Map<string, Promise<void>>()

let bring: (domain: string) => Promise<Domain> = () => Promise.reject(new Error('there are no schemas'))
/** What brings the schemas of a domain. */
export const schemasBy = (load: typeof bring): void => {
  bring = load
}

const splitPlace = (at: string): [domain: string, path: string] => at.split(':') as [string, string]

/** Has the schemas loaded that a form of this body checks by; at once where they are there. */
export function loadSchemas(body: z.ZodType | undefined): Promise<void> {
  const { at } = (body ?? {}) as Place
  const domain = at === undefined ? undefined : splitPlace(at)[0]
  if (domain === undefined || known.has(domain)) return Promise.resolve()
  const asked = coming.get(domain)
  if (asked) return asked
  const loading = bring(domain)
    .then(brought => void known.set(domain, brought))
    .finally(() => coming.delete(domain))
  coming.set(domain, loading)
  return loading
}

/** The schema itself; undefined until it has been loaded. */
export function schemaOf<S extends z.ZodType>(body: S): S | undefined {
  const { at } = body as Place
  if (at === undefined) return body
  const [domain, path] = splitPlace(at)
  const schemas = known.get(domain)
  return schemas && (path.split('.').reduce<unknown>((value, name) => (value as Domain)[name], schemas) as S)
}
