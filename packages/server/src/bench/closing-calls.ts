import type { Act, Call } from './http-line.ts'

/** Where sales go on, the figures change between the preview and the close; this often it is tried at most. */
const triesMax = 50

interface Closing {
  readonly headers: Record<string, string>
  readonly dailyStateId: number
}
interface Figure {
  readonly about: string
  readonly amount: number
  readonly beyond: boolean
}

const counted = [{ payType: 'cash', countedCents: 1_000_00 }]
const post = (headers: Record<string, string>, path: string, body: object): Call => ({
  method: 'POST',
  path: `/api/v1${path}`,
  headers,
  body: JSON.stringify(body),
})

/** What closing with the count would come to. */
export const foreseeing = ({ headers, dailyStateId }: Closing): Call => post(headers, '/classSettles/preview', { dailyStateId, counted })

/** The close that confirms what the preview has shown beyond tolerance, with a reason. */
export function closing({ headers, dailyStateId }: Closing, { figures }: { figures: readonly Figure[] }): Call {
  const acknowledged = figures.filter(({ beyond }) => beyond).map(({ about, amount }) => ({ about, amount }))
  const reason = acknowledged.length > 0 ? 'bench' : ''
  return post(headers, '/classSettles', { dailyStateId, counted, force: true, startNext: true, acknowledged, reason })
}

/** One close, as a manager does it: previewed, confirmed, and both again where its figures have changed meanwhile. */
export function callsOf(of: Closing) {
  const close: Act = async ask => {
    for (let again = 0; ; again++) {
      const preview = await ask(foreseeing(of))
      if (preview.status !== 200) return { ...preview, again }
      const settled = await ask(closing(of, JSON.parse(preview.body) as { figures: Figure[] }))
      const changed = settled.status === 409 && /"settlement\.(figuresChanged|beyondTolerance)"/.test(settled.body)
      if (!changed || again + 1 === triesMax) return { ...settled, again }
    }
  }
  return () => {
    const acts = [close]
    return () => acts.pop()
  }
}
