import { PriceForm } from './price-form.tsx'

/** 定时调价: new prices from a later time on. */
export default function AfterPricePage() {
  return <PriceForm strategy="scheduled" />
}
