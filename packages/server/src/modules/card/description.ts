import { cardLimits, describeRange } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

/** Documents that a form is drawn for. The stations to choose from are the caller's. @throws notFound of any other @source CRD-062 */
const description = handle(cardLimits.description, async ({ tx, scope }, { query: { model } }) => {
  if (model !== 'CardRangeOfUseDTO') refuse('notFound', { field: 'model' })
  const rows = await tx
    .selectFrom('station')
    .where('companyId', 'in', [...scope.companyIds])
    .$if(scope.stationIds !== undefined, of => of.where('id', 'in', [...(scope.stationIds ?? []), 0]))
    .select(['id', 'name'])
    .orderBy('name')
    .limit(500)
    .execute()
  return describeRange({ stationIds: rows.map(({ id, name }) => ({ id, label: name })) })
})

export const descriptionHandlers = [description]
