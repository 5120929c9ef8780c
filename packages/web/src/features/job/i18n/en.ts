import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  jobs: {
    one: 'background job',
    task: 'Job',
    task_messageSend: 'Send a message',
    task_orderRelease: 'Release an order locked too long',
    task_exportWrite: 'Write an export',
    task_historyCheck: 'Check files of history',
    task_historyBring: 'Import history',
    state: 'Status',
    state_waiting: 'Waiting',
    state_running: 'Running',
    state_done: 'Done',
    state_failed: 'Failed',
    state_cancelled: 'Cancelled',
    runDate: 'Runs at',
    attempts: 'Runs',
    lastError: 'Why it failed',
    key: 'Key',
    createdBy: 'Asked for by',
    startedDate: 'Began',
    finishedDate: 'Ended',
    emptyHint: 'What the system does by itself after a deed stands here; what failed stays until somebody runs it again or cancels it.',
    again: 'Run now',
    againAsk: 'Run “{task}” again?',
    againDone: 'It will run',
    cancel: 'Cancel',
    cancelAsk: 'Cancel “{task}”? What it should do is then not done.',
    cancelDone: 'Cancelled',
  },
} satisfies Words<typeof zh>
