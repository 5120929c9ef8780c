import { useCardActs } from '../features/card/card-acts.tsx'
import { FleetsPage } from '../features/fleet/fleets-page.tsx'

/** 单位会员: its master cards are topped up, reported lost and found by the acts of the card desk. */
export default function FleetList() {
  const desk = useCardActs()
  return <FleetsPage desk={desk} />
}
