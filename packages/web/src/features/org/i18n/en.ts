import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  stations: {
    one: 'station', code: 'Station code', code_help: 'Unique within the company; used on documents and by other systems', name: 'Station name', company: 'Company',
    country: 'Country code', country_help: 'Three letters, such as CHN', address: 'Address', longitude: 'Longitude', latitude: 'Latitude', contact: 'Contact',
    phone: 'Telephone', macAddress: 'MAC address', macAddress_help: 'Such as 00:1A:2B:3C:4D:5E', unionCardStationId: 'Co-branded card station ID', timeZone: 'Time zone',
    timeZone_help: 'Shifts, days and reports are cut in this zone', enableShiftSettle: 'Shift settlement',
    enableShiftSettle_help: 'When off, figures follow the calendar day and no shift is opened or closed', notifyDays: 'Remind days before expiry', endTime: 'Service until',
    expireTime: 'Stops on', description: 'Description',
  },
  companies: {
    one: 'company', code: 'Company code', name: 'Company name', currency: 'Currency code', currencyName: 'Currency unit', symbol: 'Currency symbol', timeZone: 'Time zone',
    contact: 'Contact', phone: 'Telephone', isDemo: 'Demo',
  },
  stationPage: {
    emptyHint: 'After the first station you can register its fuels, tanks and nozzles.', indefinite: 'Indefinite', expired: 'Expired',
    inDays: '{count} day left | {count} days left',
  },
} satisfies Words<typeof zh>
