import { Bones } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { t } from '../../i18n/index.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import './gallery.css'

/** Every part of the kit in every state. */
const parts = {
  list: later(() => import('./list-part.tsx')),
  scriptForm: later(() => import('./script-form-part.tsx')),
  forms: later(() => import('./forms-part.tsx')),
  feedback: later(() => import('./feedback-part.tsx')),
  details: later(() => import('./details-part.tsx')),
  print: later(() => import('./print-part.tsx')),
  charts: later(() => import('./charts-part.tsx')),
  upload: later(() => import('./upload-part.tsx')),
} as const
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

export default function GalleryPage() {
  const { search, setSearch } = usePage()
  const part = names.find(name => name === search['part']) ?? names[0]!
  const Shown = parts[part]
  return (
    <>
      <PageHeader />
      <nav className="gallery-parts" aria-label={t('gallery.parts')}>
        {names.map(name => (
          <Button
            key={name}
            size="small"
            type={name === part ? 'primary' : 'default'}
            aria-current={name === part ? 'page' : undefined}
            onClick={() => setSearch({ part: name })}>
            {t(`gallery.part_${name}`)}
          </Button>
        ))}
      </nav>
      <WhileLoading show={<Bones />}>
        <Shown />
      </WhileLoading>
    </>
  )
}
