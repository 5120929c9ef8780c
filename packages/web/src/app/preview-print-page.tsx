import type { ReactNode } from 'react'
import { usePage } from '../kit/page/use-page.ts'
import { later } from '../kit/later.tsx'

type Document = (props: { id: number }) => ReactNode
const NotFoundPage = later(() => import('./session/not-found-page.tsx'))
const document = (load: () => Promise<Document>) => later(async () => ({ default: await load() }))

/** What can be printed, by the first word of its key: `receipt:71`. */
const documents: Readonly<Record<string, Document>> = {
  classSettle: document(async () => (await import('../features/settlement/print-class-settle-page.tsx')).ShiftPaper),
  daySettle: document(async () => (await import('../features/settlement/print-day-settle-page.tsx')).DayPaper),
  order: document(async () => {
    const { OrderPaper } = await import('../features/receipt/order-paper.tsx')
    return ({ id }) => <OrderPaper id={id} paper="a4" />
  }),
  cardSlip: document(async () => (await import('../features/receipt/card-slip.tsx')).CardSlipPaper),
  statement: document(async () => {
    const { StatementPaper } = await import('../features/receipt/statement-paper.tsx')
    return ({ id }) => <StatementPaper id={id} paper="a4" />
  }),
  statementSlip: document(async () => {
    const { StatementPaper } = await import('../features/receipt/statement-paper.tsx')
    return ({ id }) => <StatementPaper id={id} paper="80" />
  }),
  topUp: document(async () => (await import('../features/receipt/top-up-paper.tsx')).TopUpPaper),
  receipt: document(async () => {
    const { OrderPaper } = await import('../features/receipt/order-paper.tsx')
    return ({ id }) => <OrderPaper id={id} paper="80" />
  }),
}

/** 打印预览: the document that the address names, on either paper. Who may read it, its record says. @source decisions.md B15 */
export default function PreviewPrintPage() {
  const [kind = '', number] = (usePage().search['document'] ?? '').split(':')
  const id = Number(number)
  const Paper = Object.hasOwn(documents, kind) ? documents[kind] : undefined
  if (Paper && Number.isSafeInteger(id) && id > 0) return <Paper key={`${kind}:${id}`} id={id} />
  return <NotFoundPage />
}
