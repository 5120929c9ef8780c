/** What features use of antd. Its tables, forms, transfers and editable tabs stay out: the kit has its own. */
export {
  Alert, Badge, Button, Checkbox, Col, Collapse, DatePicker, Divider, Drawer, Dropdown, Flex, Input, InputNumber, Modal, Popover, Progress, QRCode, Radio, Row,
  Segmented, Select, Skeleton, Space, Spin, Steps, Switch, Tabs, Tag, TimePicker, Tooltip, Tree, TreeSelect, Typography, Upload,
} from 'antd'
