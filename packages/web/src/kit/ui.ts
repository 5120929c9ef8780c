/**
 * What features use of antd; what a page needs besides is added here. antd's own tables, forms, transfers and editable tabs stay out:
 * the kit has others in their place.
 */
export {
  Alert,
  Button,
  Checkbox,
  Input,
  Tabs,
} from 'antd'
export { Dropdown, Tooltip } from './popups.tsx'
export { Segmented } from './segmented.tsx'
export { Select } from './select.tsx'
export { Drawer, Modal } from './overlays.tsx'
export type { InputRef } from 'antd'
