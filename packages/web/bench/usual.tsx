import { BarChartOutlined, HomeOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import {
  Breadcrumb,
  Button,
  Card,
  Col,
  ConfigProvider,
  Dropdown,
  Input,
  Layout,
  Menu,
  Row,
  Segmented,
  Select,
  Statistic,
  Table,
  Tabs,
} from 'antd'
import zh from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'

/** Home as it is usually made of this library: its own layout, menu, tabs, figures and table. It asks the server for nothing. */
const icons = [<HomeOutlined key="home" />, <BarChartOutlined key="chart" />, <UserOutlined key="user" />, <SettingOutlined key="set" />]
const menu = Array.from({ length: 9 }, (_, section) => ({
  key: `s${section}`,
  icon: icons[section % icons.length],
  label: `Section ${section}`,
  children: Array.from({ length: 6 }, (_, page) => ({ key: `s${section}p${page}`, label: `Page ${section}.${page}` })),
}))
const columns = ['time', 'orderNo', 'nozzle', 'amount', 'payType', 'status'].map(key => ({ key, dataIndex: key, title: key }))
const rows = Array.from({ length: 8 }, (_, id) => ({
  key: id,
  time: `1${id}:20`,
  orderNo: `R01-0000${id}`,
  nozzle: id,
  amount: 200 + id,
  payType: 'cash',
  status: 'success',
}))
const tabs = Array.from({ length: 4 }, (_, tab) => ({ key: String(tab), label: `Page ${tab}` }))

const Home = () => (
  <Layout style={{ minHeight: '100vh' }}>
    <Layout.Sider width={232} theme="light">
      <Menu mode="inline" items={menu} defaultOpenKeys={['s0']} />
    </Layout.Sider>
    <Layout>
      <Layout.Header style={{ background: 'none' }}>
        <Row align="middle" justify="space-between">
          <Breadcrumb items={[{ title: 'Home' }, { title: 'Section' }, { title: 'Page' }]} />
          <Input.Search style={{ width: 200 }} />
          <Select style={{ width: 160 }} options={[{ value: 1, label: 'Riverside' }]} defaultValue={1} />
          <Dropdown menu={{ items: tabs }}>
            <Button icon={<UserOutlined />}>Lin</Button>
          </Dropdown>
        </Row>
      </Layout.Header>
      <Tabs type="card" items={tabs} />
      <Layout.Content>
        <h1>Riverside</h1>
        <Row gutter={16}>
          {['Litres', 'Sales', 'Orders', 'Average'].map(title => (
            <Col span={6} key={title}>
              <Card>
                <Statistic title={title} value={12345.6} />
              </Card>
            </Col>
          ))}
        </Row>
        <Card title="By hour" extra={<Segmented options={['Litres', 'Money']} />}>
          <Table columns={columns} dataSource={rows} pagination={false} size="small" />
        </Card>
      </Layout.Content>
    </Layout>
  </Layout>
)

createRoot(document.getElementById('root')!).render(
  <ConfigProvider locale={zh}>
    <Home />
  </ConfigProvider>,
)
