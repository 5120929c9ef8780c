/** The rules for prepaid cards. */
export default {
  configPage: {
    presets: 'Prepaid cards: use the preset',
    presetsAsk:
      'Use “China, single-purpose prepaid”? Cards with a holder hold at most 5,000, bearer cards 1,000. The figures can be changed.',
    presetName: 'China, single-purpose prepaid',
  },
  setting: {
    bearerCards: 'Bearer cards',
    bearerCards_loss: 'Reported lost against the receipt of the newest top-up',
    prepaid: 'Prepaid cards',
    prepaid_namedCentsMax: 'Card with a holder: at most (0: no ceiling)',
    prepaid_bearerCentsMax: 'Bearer card: at most (0: no ceiling)',
    prepaid_namedWithoutEnd: 'Cards with a holder have no last day',
    prepaid_bearerYearsMin: 'Bearer cards are valid for at least',
    prepaid_identity: 'Identity is checked for cards with a holder',
    prepaid_bearerIdentityCents: 'Identity is checked for bearer cards, paid in at once from (0: never)',
    prepaid_unitTransferCents: 'Fleets pay in by bank from (0: never)',
    prepaid_personTransferCents: 'Persons pay in by bank from (0: never)',
    years: 'years',
    yearsOf: '{count} year | {count} years',
  },
}
