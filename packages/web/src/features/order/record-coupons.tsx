import type { CouponOutcome } from '@forecourt/contract'
import { useCallback, useEffect, useState } from 'react'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { Button, Checkbox, Select } from '../../kit/ui.ts'
import './record-coupons.css'

export type Coupon = CouponOutcome
export const noCoupons: readonly Coupon[] = []

const isCode = (code: string) => /^[2-9A-HJ-NP-Z]{12}$/i.test(code)

/**
 * What of coupons is reckoned: codes that are whole, and those that were chosen. While nobody has chosen, nothing is said, so that the
 * preview tries those that cost the customer least.
 */
export function couponsOf({ couponCodes, userDealIds }: Values, isProposed: boolean): Values {
  const codes = ((couponCodes as string[] | undefined) ?? []).map(code => code.trim()).filter(isCode)
  return { ...(codes.length > 0 && { couponCodes: codes }), ...(!isProposed && Array.isArray(userDealIds) && { userDealIds }) }
}

/** The coupons at hand as they were last reckoned, and whether those that are ticked are still the ones proposed. */
export function useCoupons() {
  const [coupons, setCoupons] = useState(noCoupons)
  const [isProposed, choose] = useState(true)
  const noteCoupons = useCallback(
    (found: readonly Coupon[]) => setCoupons(now => (JSON.stringify(now) === JSON.stringify(found) ? now : found)),
    [],
  )
  return { coupons, isProposed, choose, noteCoupons }
}

/** The coupons at hand with what each gives, or why it gives nothing. */
export const couponsControl =
  (coupons: readonly Coupon[], isProposed: boolean, choose: (proposed: boolean) => void): OwnControl =>
  ({ value, onChange, disabled = false, ...rest }) => (
    <Coupons
      {...{ coupons, isProposed, choose, disabled }}
      labelledBy={(rest as Record<string, unknown>)['aria-labelledby'] as string}
      value={value as readonly number[] | undefined}
      onChange={ids => onChange?.(ids)}
    />
  )

/** Codes are typed or scanned one after another; there is nothing to choose from. */
export const codesControl: OwnControl = ({ value, onChange, values: _values, change: _change, field: _field, ...rest }) => (
  <Select
    {...rest}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', '，', ' ']}
    style={{ width: '100%' }}
    value={(value ?? []) as string[]}
    onChange={(codes: string[]) => onChange?.(codes.map(code => code.trim().toUpperCase()))}
  />
)

interface CouponsProps {
  coupons: readonly Coupon[]
  isProposed: boolean
  choose: (proposed: boolean) => void
  value: readonly number[] | undefined
  onChange: (ids: number[]) => void
  disabled: boolean
  labelledBy: string
}

/** What is proposed is what is sent: a sale uses the coupons that it names, and no others. */
function Coupons({ coupons, isProposed, choose, value = [], onChange, disabled, labelledBy }: CouponsProps) {
  const proposed = coupons.filter(({ isUsed }) => isUsed).map(({ id }) => id)
  const differs = proposed.join() !== value.join()
  useEffect(() => {
    if (isProposed && differs) onChange(proposed)
  })
  const tick = (id: number, on: boolean) => {
    choose(false)
    onChange(on ? [...value, id] : value.filter(each => each !== id))
  }
  return (
    <div role="group" aria-labelledby={labelledBy}>
      <ul className="record-coupons">
        {coupons.map(coupon => (
          <li key={coupon.id}>
            <Checkbox
              checked={value.includes(coupon.id)}
              disabled={disabled}
              onChange={({ target }) => tick(coupon.id, target.checked)}
              aria-describedby={`coupon-${coupon.id}`}>
              {coupon.code ? t('manualOrder.couponByCode', { name: coupon.name, code: coupon.code }) : coupon.name}
            </Checkbox>
            <span id={`coupon-${coupon.id}`} className={coupon.reason === null ? 'record-coupon-gives' : 'k-quiet'}>
              {wordsOf(coupon)}
            </span>
          </li>
        ))}
      </ul>
      {!isProposed && (
        <Button type="link" size="small" onClick={() => choose(true)}>
          {t('manualOrder.propose')}
        </Button>
      )}
    </div>
  )
}

const wordsOf = ({ reason, cents, haveCents, needCents, endTime }: Coupon): string =>
  reason === null
    ? t('manualOrder.couponGives', { amount: inCurrency(cents), end: time(endTime, 'day') })
    : t(`sales.withheld_${reason}`, { have: inCurrency(haveCents ?? 0), need: inCurrency(needCents ?? 0) })
