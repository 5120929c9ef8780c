import type zh from './ending-zh.ts'

const en: Record<'memberHead', Record<keyof (typeof zh)['memberHead'], string>> &
  Record<'memberEnd', Record<keyof (typeof zh)['memberEnd'], string>> = {
  memberHead: {
    title: 'Members at a glance',
    members: 'Members',
    added: 'New this month',
    months: 'New members in the last 12 months',
    monthUnit: 'members',
    bought30: 'Bought in the last 30 days',
    bought90: 'Bought 31 to 90 days ago',
    asleep: 'Not for more than 90 days',
    never: 'No purchase yet',
    running: 'Share of sales this month',
    last: 'Share of sales last month',
    ofSales: '{part} of {all}',
    topFifth: 'Share of the top 20% last month',
    topOf: '{part} by {top} members',
  },
  memberEnd: {
    more: 'More',
    merge: 'Merge members',
    mergeOf: 'Merge {name} with another member',
    mergeHelp:
      'For one person with two records. The member added first stays, the other is listed no more; what was booked stays under its name.',
    otherId: 'Merge with',
    mobile: 'Mobile number from now on',
    mobile_help: 'The other number still finds the member',
    reason: 'Reason',
    stays: '{name} stays (member since {date}); {other} is merged into this record',
    moves: 'Cards that go over: {cards}',
    movesNone: 'No cards go over',
    merged: 'The members have been merged',
    farewell: 'Close membership',
    farewellOf: 'Close the membership of {name}',
    farewellHelp:
      'Name and numbers are sealed until {date}, then erased; the mobile number is free for a new member at once. ' +
      'Transactions stay under “Former member”. This cannot be undone.',
    ends: 'Empty cards that are returned with it: {cards}.',
    pointsEnd: ' {points} points lapse and are not given back.',
    standing: 'Settle these cards first:',
    stands_money: '{number}: balance {amount}. Return the card.',
    stands_frozen: '{number}: {amount} frozen. Unfreeze it.',
    stands_debt: '{number}: {amount} owed. Settle it.',
    stands_chip: '{number}: not come back. Return it.',
    stands_fleet: '{number}: a card of a fleet. Give it another holder or return it.',
    stands_lost: '{number}: lost or locked. Cancel the report or replace it.',
    left: 'The membership has been closed',
    wechat: 'WeChat',
    bound: 'Bound',
    unbound: 'Not bound',
    unbind: 'Unbind WeChat',
    unbindOf: 'Unbind the WeChat of {name}',
    unbindDone: 'WeChat has been unbound',
  },
}
export default en
