import { PriceForm } from './price-form.tsx'

/** 立即调价: new prices from now on. */
export default function NowPricePage() {
  return <PriceForm strategy="immediate" />
}
