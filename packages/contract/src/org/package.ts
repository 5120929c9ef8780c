import type { Page } from '../pages.ts'
import type { StationSettings } from './config.ts'

/** What is bought where nobody has said it. */
export const packageDefaults: StationSettings['package'] = { card: true, payment: true, store: true, rfid: false }

/** What a station bought, and how the product is set up where it runs. */
export interface Offer {
  readonly package: StationSettings['package']
  readonly profile: 'standard' | 'local'
}
interface Told {
  readonly config?: Partial<Pick<StationSettings, 'package'>> | undefined
  readonly authCodeDetail?: { readonly package?: Partial<StationSettings['package']> } | null | undefined
}

/**
 * The flags of a station. Where a station runs by itself, what its authorization code says comes before its own settings.
 * @source spec 0 §3, §6; ACC-056
 */
export const offerOf = (station: Told | undefined, profile: Offer['profile']): Offer => ({
  package: { ...packageDefaults, ...station?.config?.package, ...(profile === 'local' && station?.authCodeDetail?.package) },
  profile,
})

/** What each flag is about: whole sections of the menu, and pages by name. @source decisions.md C7 */
const about = {
  card: { sections: ['memberCenter', 'stationCards'], pages: [] },
  payment: { sections: [], pages: ['otherPay', 'payTemplate', 'authToken', 'stationAuthToken'] },
  store: { sections: ['notFuel'], pages: ['notFuelQuery', 'notFuelDetails'] },
} as const satisfies Record<string, { sections: readonly string[]; pages: readonly string[] }>
/** What a station that runs by itself does not have. @source spec 0 §2 "local deployment profile" */
const notLocal = { sections: ['oilCompanyOperate', 'scoreStore'], pages: ['authCodeDetails'] }

/**
 * Calls of the pages that a station which runs by itself does not have. Suppliers stay, for delivery notes and receipts choose from them;
 * points are earned and shown there as well, and not redeemed.
 * @source requirements SUP-017, PTS-007, decisions SU15, PT7
 */
const callsNotLocal = /^(supply\.(?!supplier\.)|reward\.|redemption\.)/
export const isCallLeftOut = ({ permission }: { readonly permission: string }, profile: Offer['profile']): boolean =>
  profile === 'local' && callsNotLocal.test(permission)

const isAmong = ({ name, section, parent }: Page, { sections, pages }: { sections: readonly string[]; pages: readonly string[] }) =>
  (section !== undefined && sections.includes(section)) || pages.includes(name) || (parent !== undefined && pages.includes(parent))

/** Whether a page is left out here, no matter who asks for it. */
export const isLeftOut = (page: Page, { package: bought, profile }: Offer): boolean =>
  (Object.keys(about) as (keyof typeof about)[]).some(flag => !bought[flag] && isAmong(page, about[flag])) ||
  (profile === 'local' && isAmong(page, notLocal))
