import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  home: {
    night: 'Still up, {name}', morning: 'Good morning, {name}', afternoon: 'Good afternoon, {name}', evening: 'Good evening, {name}',
    noRole: 'You hold no role yet', noRoleHelp: 'Ask an administrator for a role, then sign in again.', noStation: 'There is no station you may work in', noStationHelp: 'Ask an administrator to assign you to a station.',
    litres: 'Litres today', sales: 'Sales today', litre: 'L', money: '{currency}', order: 'orders', orders: 'Orders today', average: 'Per order',
    noneBefore: 'No sales this day last week', against: 'vs {words} last week', againstHelp: '{words} on this day last week up to this time',
    byLitres: 'Litres', byMoney: 'Money', count: 'Orders',
    byHour: 'Sales by the hour', today: 'Today', lastWeek: 'Same day last week',
    lastOrders: 'Latest orders', all: 'Show all', time: 'Time', nozzle: 'Nozzle', noOrders: 'No orders yet', noOrdersHelp: 'They show up here as soon as a dispenser or till reports them.',
    shift: 'Current shift', shiftNo: 'Shift {number}', natureDay: 'Natural day', noShift: 'No shift is running', since: 'since {time}', reports: 'Shift reports', due: 'Due', paid: 'Received',
    tanks: 'Tanks', tank: 'Tank {number}', noTanks: 'No tanks yet', neverMeasured: 'never measured', measured: 'Measured {time}', level: 'Tank {number}, {percent} %',
    waiting: 'Waiting for a decision', unpaid: '{count} order not fully paid, {amount} {currency} | {count} orders not fully paid, {amount} {currency}', differing: '{count} sale off the list price today | {count} sales off the list price today', missing: '{count} sale not sent by its device yet | {count} sales not sent by their devices yet',
  },
} satisfies Words<typeof zh>
