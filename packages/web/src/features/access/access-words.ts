import { buttons, pageOf, permissionWords, tasks, type ButtonName, type Permission, type TaskName } from '@forecourt/contract'
import { language } from '../../i18n/index.ts'

/** What access rules name, in the reader's words. */
export const pageWord = (name: string): string => pageOf(name)?.[language()] ?? name
export const permissionWord = (name: string): string => permissionWords[name as Permission]?.[language()] ?? name
export const buttonWord = (name: ButtonName): string => buttons[name][language()]
export const taskWord = (name: TaskName): string => tasks[name][language()]
