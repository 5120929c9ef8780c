import type { Words } from '../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  kit: {
    yes: 'Yes', no: 'No', ok: 'OK', cancel: 'Cancel', prompt: 'Please confirm', save: 'Save', add: 'Add', addOne: 'Add {noun}', edit: 'Edit',
    editOne: 'Edit {noun} {name}', delete: 'Delete', actions: 'Actions', refresh: 'Refresh', reload: 'Reload', tryAgain: 'Try again', done: 'Done', saved: 'Saved',
    added: 'Added', deleted: 'Deleted', failed: 'That did not work, please try again later', loading: 'Loading', leave: 'Discard', colon: ': ',
    titled: '{label} ({unit})', unitMoney: '{symbol}', unitLitre: 'L',
    askDelete: 'Delete {noun} “{name}”? This cannot be undone.', askLeave: 'What you entered is not saved. Discard it?', typeToConfirm: 'Type “{word}” to confirm',
    copied: 'Copied', copyThis: 'Copy {text}',

    search: 'Search', filter: 'Filter', all: 'All', unfold: '{count} more', fold: 'Fewer', clearAll: 'Clear all filters', filtered: 'Filters that are set',
    removeFilter: 'Remove filter: {label}', from: 'From', to: 'To', least: 'Min', most: 'Max', atLeast: '{label}, at least', atMost: '{label}, at most',
    chooseOne: 'Choose', noOption: 'Nothing to choose from', showCount: 'Show {count} result | Show {count} results',
    preset_today: 'Today', preset_yesterday: 'Yesterday', preset_thisWeek: 'This week', preset_lastWeek: 'Last week', preset_last7Days: 'Last 7 days',
    preset_last30Days: 'Last 30 days', preset_thisMonth: 'This month', preset_lastMonth: 'Last month',

    columns: 'Columns', showColumns: 'Show these columns', hideColumns: 'Hide these columns', noneHidden: 'No column is hidden', resetColumns: 'Reset',
    moveUp: 'Move {title} up', moveDown: 'Move {title} down', export: 'Export', exportCut: 'Only the first {count} rows were exported, narrow the search',
    updatedAt: 'Updated {time}', totalOfAll: 'Total of all {count}', selectRow: 'Select this row', selectAll: 'Select all on this page',
    selected: '{count} selected', unselect: 'Clear selection', nothingYet: 'Nothing here yet', nothingFound: 'Nothing matches these filters',
    pastTheEnd: 'There is nothing on this page', firstPage: 'Back to the first page',
    pages: 'Pages', total: '{count} in total', pageSize: 'Rows per page', perPage: '{count} / page', previous: 'Previous page', next: 'Next page', jumpTo: 'Go to',

    fillIn: 'Please fill in', choose: 'Please choose', notRight: 'This is not right', wholeNumber: 'Enter a whole number', notBelow: 'Not below {value}',
    notAbove: 'Not above {value}', moreThan: 'Must be more than {value}', lessThan: 'Must be less than {value}',
    atLeastLong: 'At least {count} character | At least {count} characters', atMostLong: 'At most {count} character | At most {count} characters',
    atLeastMany: 'At least {count} entry | At least {count} entries', atMostMany: 'At most {count} entry | At most {count} entries',
    notAmount: 'Enter a number with at most two decimals',

    keyMap: 'Keyboard shortcuts', keySearch: 'Go to the search box', keyNew: 'Add', keyFirstRow: 'Go to the first row', keyRows: 'Move through rows',
    keyOpen: 'Open the row', keySelect: 'Select the row', keySubmit: 'Submit the form', keyBack: 'Close or go back',

    print: 'Print', printedBy: 'Printed by', printedAt: 'Printed at', company: 'Company', station: 'Station', period: 'Period', signature: 'Signature',
    pageOf: 'Page {page} of {pages}', showAsTable: 'Show as table', showAsChart: 'Show as chart', more: 'More',
    withSymbol: '{symbol}{amount}', firstOf: 'The first {shown} of {count} are shown', showAll: 'Show all',
    paperA4: 'Use A4 paper', paper80: 'Use 80 mm roll',
  },
  fields: {
    id: 'No.', name: 'Name', code: 'Code', number: 'Number', mobile: 'Mobile', remark: 'Remark', description: 'Description', status: 'Status', type: 'Type',
    kind: 'Kind', createdDate: 'Created', modifiedDate: 'Changed', station: 'Station', company: 'Company', user: 'User', createdBy: 'Created by',
    startTime: 'Start', endTime: 'End', hidden: 'Hidden', enabled: 'Enabled', address: 'Address', totalCents: 'Total', amountCents: 'Amount', volumeCl: 'Volume',
    priceCents: 'Unit price', quantity: 'Quantity', count: 'Count', product: 'Product', item: 'Item', nozzle: 'Nozzle', tank: 'Tank', device: 'Device',
    card: 'Card', userCard: 'Fuel card', order: 'Order', version: 'Version', orderNo: 'Order no.',
  },
} satisfies Words<typeof zh>
