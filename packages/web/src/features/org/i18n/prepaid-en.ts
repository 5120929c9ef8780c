/** The rules for prepaid cards. */
export default {
  configPage: {
    preset: 'Enter the figures of “China, single-purpose prepaid”',
    presetHelp: 'They can be changed here, and count once they are saved.',
  },
  setting: {
    bearerCards: 'Bearer cards',
    bearerCards_loss: 'Reported lost against the receipt of the newest top-up',
    formerMembers: 'Former members',
    formerMembers_keepYears: 'Years for which what was known of them stays sealed',
    prepaid: 'Prepaid cards',
    prepaid_namedCentsMax: 'Card with a holder: at most',
    prepaid_bearerCentsMax: 'Bearer card: at most',
    prepaid_namedWithoutEnd: 'Cards with a holder have no last day',
    prepaid_bearerYearsMin: 'Bearer cards are valid for at least',
    prepaid_identity: 'Identity is checked for cards with a holder',
    prepaid_bearerIdentityCents: 'Identity is checked for bearer cards, paid in at once from',
    prepaid_unitTransferCents: 'Fleets pay in by bank from',
    prepaid_personTransferCents: 'Persons pay in by bank from',
    prepaid_noCeiling: '0: no ceiling',
    prepaid_never: '0: never',
    years: 'years',
    yearsOf: '{count} year | {count} years',
  },
}
