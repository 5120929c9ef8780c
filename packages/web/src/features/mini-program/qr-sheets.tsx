import type { Returned, qrCodes } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { PrintNow } from '../../kit/print/print-now.tsx'
import { QrPicture } from './qr-picture.tsx'

type Codes = Returned<typeof qrCodes.list>
/** Three beside each other, four rows: each is as wide as a hand and is read from an arm's length. */
const perSheet = 12

/** Codes on A4, to be cut out: each with its name and whose it is. */
export function QrSheets({ codes, logo, onDone }: { codes: Codes; logo: string | undefined; onDone: () => void }) {
  const { content, company, miniProgram, deal } = codes
  const sheets = Array.from({ length: Math.ceil(content.length / perSheet) }, (_, at) => content.slice(at * perSheet, (at + 1) * perSheet))
  return (
    <PrintNow portrait onDone={onDone}>
      {sheets.map(sheet => (
        <div key={sheet[0]!.id} className="qr-sheet">
          {sheet.map(({ id, name, stationName, link }) => (
            <figure key={id}>
              {logo ? <img src={logo} alt={company.name} /> : <p className="qr-company">{company.name}</p>}
              <QrPicture link={link} label={t('qrPage.codeOf', { name })} />
              <figcaption>
                <b>{name}</b>
                {stationName && <span>{stationName}</span>}
                {deal && <span>{deal.name}</span>}
                <span>
                  {t('qrPage.scan')} · {miniProgram.name}
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      ))}
    </PrintNow>
  )
}
