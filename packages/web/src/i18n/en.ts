import type { Words } from './index.ts'
import type zh from './zh.ts'

export default {
  product: 'Forecourt',
  error: {
    network: 'Please check the network status!!!',
    unreadable: 'The server gave no readable answer ({status})',
    expired: 'You log in for expired, please log in again',
    profile: 'Verification failed, please login again',
  },
  shell: {
    serviceDue: 'Service ends soon', serviceOver: 'Service has ended', serviceUntil: 'The service of “{station}” is valid until {date}. Please renew it.',
    skip: 'Skip to content', content: 'Content', menu: 'Menu', loading: 'Page is loading', breadcrumbs: 'You are here', openPages: 'Open pages', shortcuts: 'Shortcuts',
    foldMenu: 'Collapse menu', unfoldMenu: 'Expand menu', close: 'Close',
    version: 'Version {version}',
    search: 'Search menu', searchPlaceholder: 'Page name, Chinese or pinyin initials', searchEmpty: 'No page matches “{typed}”',
    fullScreen: 'Full screen', leaveFullScreen: 'Leave full screen', noFullScreen: 'you browser can not work',
    light: 'Light', dark: 'Dark', language: 'Language', languageSwitched: 'Language switched to {language}',
    userMenu: 'Menu of {name}', backHome: 'Back to home', personCenter: 'Personal centre', logOut: 'Log out',
    stationNow: 'Now in {company} {station}', noStation: 'No station selected',
    companyLevel: 'Company level', companyLevelHelp: 'This page is at oil-company level: it is the same whichever station is selected',
    offline: 'No network. Work continues when it is back',
    plainHttp: 'This connection is not encrypted (http). Use it within the station’s own network only',
    expiredTitle: 'Signed out', signInAgain: 'Sign in again',
    tagRefresh: 'Refresh', tagClose: 'Close', tagCloseOthers: 'Close others', tagCloseAll: 'Close all', closePage: 'Close “{page}”', unsaved: 'Has unsaved changes',
    pageFailed: 'This page failed', pageFailedHelp: 'Other pages are not affected. Reason: {reason}', retry: 'Try again',
    newVersion: 'There is a new version', newVersionHelp: 'Reload to use it.', reload: 'Reload',
    unsavedAsk: '“{page}” has unsaved changes. Close it?', unsavedClose: 'Discard and close',
  },
  settings: {
    title: 'Appearance',
    mode: 'Mode', mode_light: 'Light', mode_dark: 'Dark', mode_auto: 'System',
    color: 'Theme colour',
    density: 'Density', density_comfortable: 'Roomy', density_default: 'Default', density_compact: 'Compact',
    tagBar: 'Show tag bar', fixedHeader: 'Fixed header', showLogo: 'Show logo',
  },
  stationChooser: {
    title: 'Choose a station', confirm: 'OK', keyword: 'Station name', company: 'Company', index: 'No.', station: 'Station', chosen: 'Selected', empty: 'No station matches',
    total: '{count} station | {count} stations', ask: 'Switch to “{station}”?', askHelp: 'Switching stations closes all tabs. Continue?', continue: 'Continue', switched: 'Switched to “{station}”',
  },
  roles: {
    superAdmin: 'Super administrator', admin: 'Administrator', company_group: 'Company group user', company_user: 'Company user', station_master: 'Station master', station_bill: 'Station bookkeeper',
    station_employee: 'Station employee', station_salesman: 'Station salesman', station_leader: 'Shift leader', group_master: 'Fleet leader', user: 'Member', anonymous: 'Anonymous',
  },
  login: {
    title: 'Sign in', chooseRole: 'Sign in as', company: 'Company code', account: 'E-mail or mobile number', password: 'Password', submit: 'Sign in', back: 'Back',
    companyRequired: 'Enter the company code', accountRequired: 'Enter an e-mail or mobile number', passwordRequired: 'Enter the password', accountFormat: 'Enter a correct e-mail or mobile number',
    fillIn: 'Fill in username or password as prompted', between: ', ', wholeCompany: 'The whole company',
  },
  deadEnd: {
    notFound: 'Page not found', notFoundHelp: 'The address may be mistyped, or the page has moved.',
    noAccess: 'You may not enter this page', noAccessTo: 'You may not enter “{page}”', noAccessHelp: 'If your work needs it, ask an administrator to open it for your role.',
  },
  personCenter: {
    profile: 'My profile', name: 'Name', account: 'E-mail', mobile: 'Mobile', company: 'Company', role: 'Role', stations: 'Stations', access: 'Access',
    readOnly: 'Read only', readWrite: 'Read and write', noStation: 'There is no station you may work in yet. Ask an administrator to assign one.',
    changePassword: 'Change password', oldPassword: 'Current password', password: 'New password', password_help: 'At least 8 characters, none of the common ones', savePassword: 'Change password', passwordSaved: 'Password changed',
    setPin: 'Set a PIN', changePin: 'Change PIN', pinHelp: 'Refunds and write-backs ask for your own six-digit PIN; five wrong entries lock it for 15 minutes.', savePin: 'Save PIN', pinSaved: 'PIN saved',
  },
  ownPin: { password: 'Sign-in password', pin: 'New PIN' },
  openSessions: {
    title: 'Where you are signed in', endAll: 'Sign out everywhere', end: 'Sign out', ended: 'Signed out there', current: 'this one', times: 'since {begun}, last used {seen}',
    askEndAll: 'Every device will be signed out, this one too. Continue?',
  },
} satisfies Words<typeof zh>
