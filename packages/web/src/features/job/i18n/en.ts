import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  jobs: {
    one: 'background job | background jobs',
    task: 'Job',
    task_messageSend: 'Send a message',
    task_orderRelease: 'Unlock an order that was locked too long',
    task_exportWrite: 'Write an export',
    task_historyCheck: 'Check history files',
    task_historyBring: 'Import history',
    state: 'Status',
    state_waiting: 'Waiting',
    state_running: 'Running',
    state_done: 'Done',
    state_failed: 'Failed',
    state_cancelled: 'Cancelled',
    runDate: 'Runs at',
    attempts: 'Attempts',
    lastError: 'Reason for failure',
    key: 'Key',
    createdBy: 'Requested by',
    startedDate: 'Started',
    finishedDate: 'Finished',
    emptyHint: 'Work that the system does after an action is listed here. A failed job stays until it is run again or cancelled.',
    again: 'Run now',
    againAsk: 'Run “{task}” again?',
    againDone: 'Queued again',
    cancel: 'Cancel',
    cancelAsk: 'Cancel “{task}”? The work will not be done.',
    cancelDone: 'Cancelled',
  },
} satisfies Words<typeof zh>
