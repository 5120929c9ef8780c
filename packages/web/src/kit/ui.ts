/**
 * What features use of antd; what a page needs besides is added here. antd's own tables, forms, transfers and editable tabs stay out:
 * the kit has others in their place.
 */
export {
  Alert,
  Button,
  Checkbox,
  Drawer,
  Dropdown,
  Input,
  Modal,
  Segmented,
  Select,
  Tabs,
  Tooltip,
} from 'antd'
export type { InputRef } from 'antd'
