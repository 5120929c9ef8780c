import { later } from '../later.tsx'
import type { ControlProps } from './control-props.ts'
import type { OwnControl } from './fields-form.tsx'

const LaterTime = later<ControlProps>(() => import('./time-input.tsx'))

/** Hours and minutes of a day. A form calls its controls as functions: what has hooks is drawn within it. */
export const TimeOfDay: OwnControl = ({ values: _values, change: _change, ...props }) => <LaterTime {...props} />
