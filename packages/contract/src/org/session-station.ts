/** What is read with the selected station, as far as the pages work by it. @source spec 0 §7 "GET /stations/{id}" */
export const sessionStationExpand = [
  'company.products',
  'company.config.debitCard',
  ...[
    'otherTradeType',
    'payTypes',
    'notify',
    'search',
    'webChargeTradeType',
    'device',
    'homePage',
    'package',
    'unionCard',
    'confirm',
    'leakControl',
  ].map(key => `config.${key}`),
  'configDetail.otherTradeType',
  'authCodeDetail',
]
