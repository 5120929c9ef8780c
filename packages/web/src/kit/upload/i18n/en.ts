import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  upload: {
    drop: 'Click to choose, or drop a file here',
    rule: '{kinds}, up to {max} MB, one file at a time',
    oneOnly: 'One file at a time',
    replace: 'Replace',
    remove: 'Remove',
    open: 'View the file',
    picture: 'Picture',
    sending: 'Uploading {name}',
    stop: 'Stop',
    again: 'Try again',
    cropTitle: 'Crop picture',
    cropHelp: 'Drag to position, zoom with the wheel or slider; the arrow keys move it too.',
    zoom: 'Zoom',
    use: 'Use',
    unreadable: 'This picture cannot be read; choose another',
  },
  attachments: {
    one: 'file | files',
    contentType: 'Content type',
    size: 'Size',
    type_companyPicture: 'Company picture',
    type_stationPicture: 'Station picture',
    type_dispenserPicture: 'Dispenser picture',
    type_userAvatar: 'Avatar',
    type_itemPicture: 'Item picture',
    type_dealPicture: 'Coupon picture',
    type_invoice: 'Invoice',
    type_software: 'Software',
    type_receipt: 'Receipt',
    type_history: 'History data',
    type_cardBatch: 'List of cards to issue',
    type_cardImport: 'List of chip cards',
  },
} satisfies Words<typeof zh>
