import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  users: {
    one: 'staff member', name: 'Name', mobile: 'Mobile', mobile_help: 'Mobile or e-mail is used to sign in; at least one of them', email: 'E-mail', nozzle: 'Nozzles',
    promoter: 'Promoter', readOnly: 'Read-only', readOnly_help: 'May see, and change nothing', remark: 'Remark', loginFrom: 'Sign-in from',
    loginFrom_help: 'Hours and minutes in the company’s time zone, such as 08:30; may span midnight', loginTo: 'Sign-in until', loginDeviceType: 'Client',
    loginDeviceType_help: 'Sign-in from this kind of client only, such as web; any when empty', loginReason: 'Reason of the restriction', loginReason_help: 'Told to the user when refused',
    searchOrderDays: 'Orders: days back', searchOrderItemDays: 'Order goods: days back', searchClassSettleDays: 'Shift reports: days back',
    searchDailyReportDays: 'Daily reports: days back', searchCardDetailDays: 'Card details: days back', roles: 'Roles', password: 'Initial password',
    password_help: 'At least 8 characters; leave empty to have it set through an invitation link', company: 'Company', isStaff: 'Staff', disabled: 'State', hasPin: 'Has a PIN',
    lastLoginDate: 'Last sign-in', createdDate: 'Added', state_normal: 'Active', state_disabled: 'Disabled', state_readOnly: 'Read-only', oldPassword: 'Old password', pin: 'PIN',
  },
  staff: {
    atThisStation: 'This station', wholeCompany: 'All staff', scope: 'Range', addRole: 'Add a role', removeRole: 'Remove {role}', chooseStation: 'Choose a station',
    ownRoles: 'You cannot change your own roles', resetPassword: 'Reset password', resetPasswordOf: 'Reset the password of {name}', newPassword: 'New password',
    resetDone: 'The password is reset; the user has to sign in again', invite: 'Invitation link', inviteOf: 'Invite {name}',
    inviteHelp: 'Give this link to the person, who sets a password with it. It works once, until {until}.', copy: 'Copy the link', copied: 'Copied', disable: 'Disable',
    askDisable: 'Disable {name}? Every sign-in of theirs ends at once.', disabled: 'Disabled', enable: 'Enable', askEnable: 'Enable {name}?', enabled: 'Enabled', more: 'More',
    moreOf: 'More actions for {name}', emptyHint: 'Add a staff member, then hand over the invitation link to sign in with.', filterState: 'State',
  },
  invitation: {
    title: 'Set your password', help: 'Choose the password of your account: at least 8 characters.', password: 'New password', repeat: 'Once more', submit: 'Set password',
    differ: 'The two do not match', short: 'At least 8 characters', done: '{name}, your password is set. Please sign in.', signIn: 'Sign in',
  },
} satisfies Words<typeof zh>
