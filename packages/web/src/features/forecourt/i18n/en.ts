import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  forecourt: {
    priceNow: 'Pump price ({currency}/L)', priceSince: 'In force since', priceNext: 'Next price', setPrice: 'Set price', setPriceOf: 'Price of {fuel} · {station}',
    priceSet: 'Price set', atOnce: 'at once', priceHistory: 'Price history', priceHistoryOf: 'Prices of {fuel} · {station}', noPrice: 'This station never set a price',
    noFuels: 'Add a fuel, then set its price at this station: it is on sale from then on.',
    tankNo: 'Tank {number}', tankSays: 'Tank {number}, {fuel}, {percent} %', ullage: 'Ullage', days: 'Lasts', daysOf: 'about {count} day | about {count} days', daysOver: 'over {count} days', low: 'Low', water: 'Water',
    noTanks: 'Add a tank and choose its fuel; nozzles draw from it.',
    nozzleNo: 'Nozzle {number}', noNozzles: 'Add a dispenser and a tank first, then the nozzle.', noNozzleHere: 'No nozzle yet',
    silent: 'No device has reported what the dispensers are doing, so their state shows as “—”.',
    noDispensers: 'Add the dispensers of this station; nozzles hang on them.', noGauges: 'Add a gauge to read tank levels.', noPrinters: 'Add a receipt or an A4 printer.',
    noDevices: 'Add a till or a site controller, and give it a credential.',
    on: 'On', off: 'Off', online: 'Online', offline: 'Offline',
    enrol: 'Give credential', rotate: 'Replace credential', askRotate: 'Replace the credential of “{name}”? The old one stops working at once; the device sends nothing until it has the new one.',
    credentialOf: 'Credential of “{name}”', credentialOnce: 'This is shown only once: store it in the device now', credentialKept: 'I have stored it',
    credentialUse: 'The device sends it in the Authorization header of its calls. If it is lost, replace it.',
  },
  products: {
    one: 'fuel', color: 'Colour', classification: 'Class', taxRate: 'Tax rate', classification_gasoline: 'Gasoline', classification_diesel: 'Diesel', classification_gas: 'Gas',
    classification_other: 'Other', code_help: 'As the trade calls it: 92, 95, 0, -10; once per company',
    color_gasoline92: 'Blue (92)', color_gasoline95: 'Orange (95)', color_gasoline98: 'Violet (98)', color_diesel0: 'Green (0 diesel)', color_diesel10: 'Teal (-10 diesel)',
    color_diesel20: 'Brown (-20 diesel)', color_gas: 'Pink (gas)', color_other: 'Grey (other)',
  },
  productPrices: {
    one: 'price', priceCents: 'Price per litre', fromAt: 'In force from', fromAt_help: 'At once when left empty; a scheduled price begins later than now', setBy: 'Set by',
    createdDate: 'Set at', product: 'Fuel',
  },
  tanks: {
    one: 'tank', number: 'No.', product: 'Fuel', item: 'Item', maxVolumeCl: 'Capacity', volumeCl: 'Volume', oilHeightMm: 'Fuel height (mm)', waterHeightMm: 'Water height (mm)',
    temperature: 'Temperature (°C)', measuredAt: 'Measured',
  },
  nozzleControls: {
    one: 'nozzle', logicNo: 'Logical no.', physicalNo: 'Physical no.', physicalNo_help: 'Its place on the dispenser, 1–8', dispenser: 'Dispenser', tank: 'Tank', item: 'Fuel', state: 'State',
    state_error: 'Error', state_busy: 'Fuelling', state_idle: 'Idle', state_offline: 'Offline', stateAt: 'State since',
  },
  dispensers: {
    one: 'dispenser', number: 'No.', picture: 'Picture', protocol: 'Protocol', protocol_help: 'How the controller speaks to it: words or JSON', state: 'State', stateAt: 'State since',
    state_error: 'Error', state_busy: 'Busy', state_idle: 'Idle', state_offline: 'Offline',
  },
  tankGauges: { one: 'tank gauge', protocol: 'Protocol', address: 'Address' },
  printers: { one: 'printer', protocol: 'Protocol', address: 'Address' },
  devices: {
    one: 'device', group: 'Group', softwareVersion: 'Software', enabled: 'On', enabled_help: 'Switched off, its credential opens nothing', online: 'Online', enrolled: 'Credential',
    lastSeen: 'Last heard of', lastSync: 'Clock compared', clockOffsetMs: 'Clock ahead (ms)',
    type_pos: 'Till', type_miniPos: 'Mini till', type_selfService: 'Self-service', type_miniProgram: 'Mini program', type_mp: 'Official account', type_miniProgramManager: 'Mini-program manager',
    type_web: 'Web', type_dataHub: 'Site controller', type_qPos: 'Mobile till', type_dispenser: 'Dispenser', type_screen: 'Screen', type_screen7: '7-inch screen',
    type_screen15: '15-inch screen', type_screen24: '24-inch screen', type_screen27: '27-inch screen', type_screen32: '32-inch screen',
  },
  categories: { one: 'category', type_fuel: 'Fuel', type_normal: 'Goods', weight: 'Weight' },
  items: { one: 'item', category: 'Category', product: 'Fuel', barcode: 'Barcode', inventory: 'Stock', taxRate: 'Tax rate', priceType: 'Priced in', priceType_currency: 'Money', priceType_score: 'Points' },
} satisfies Words<typeof zh>
