import { baseFuels, type RowOf } from '@forecourt/contract'
import { CrudPage } from '../../kit/crud-page.tsx'
import { fuelColor } from '../../kit/draw/fuel-color.ts'
import { choiceLabel } from '../../kit/label.ts'
import './forecourt.css'

type BaseFuel = RowOf<typeof baseFuels>

/** The colour as it is drawn; of one that has none of its own, the usual one of its kind. */
const Color = ({ fuel: { color, code, type } }: { fuel: BaseFuel }) => (
  <span className="fc-fuel">
    <i style={{ background: fuelColor({ color, code, classification: type }) }} />
    {color ? choiceLabel('baseFuels', 'color', color) : '—'}
  </span>
)

const columns = [
  'code',
  'name',
  'type',
  'densityKgM3',
  {
    path: 'color',
    cell: (fuel: BaseFuel) => <Color fuel={fuel} />,
    text: ({ color }: BaseFuel) => (color ? choiceLabel('baseFuels', 'color', color) : '—'),
  },
  { path: 'createdDate', hidden: true },
] as const

/** 基础油品管理: what depots hold and contracts are about, and the colour of its products. */
export default function BaseFuelPage() {
  return <CrudPage<BaseFuel> of={baseFuels} columns={columns} filters={['code', 'name', 'type']} />
}
