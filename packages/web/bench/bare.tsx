import { Button, Card } from 'antd'
import { createRoot } from 'react-dom/client'

/** The least that a page of this component library can be: what our own first page is compared with. */
createRoot(document.getElementById('root')!).render(
  <Card title="Forecourt">
    <h1>Riverside</h1>
    <Button type="primary">OK</Button>
  </Card>,
)
