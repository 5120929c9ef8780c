/** A canopy over its pumps, drawn quietly. */
export default function Forecourt() {
  return (
    <svg viewBox="0 0 640 420" preserveAspectRatio="xMidYMax slice">
      <g fill="currentColor">
        <path d="M90 128h460l-12 30H102z" opacity=".18" />
        <path d="M90 128h460v8H90z" opacity=".35" />
        <path d="M150 158h10v192h-10zM480 158h10v192h-10z" opacity=".14" />
        <path d="M0 350h640v70H0z" opacity=".07" />
        <path d="M116 344h408v6H116z" opacity=".25" />
        {[212, 304, 396].map(x => (
          <Pump key={x} x={x} />
        ))}
        <path d="M30 388h52v3H30zM150 388h52v3h-52zM270 388h52v3h-52zM390 388h52v3h-52zM510 388h52v3h-52z" opacity=".3" />
      </g>
    </svg>
  )
}

function Pump({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 252)`}>
      <path d="M0 8a8 8 0 0 1 8-8h24a8 8 0 0 1 8 8v84H0z" opacity=".28" />
      <rect x="8" y="10" width="24" height="16" rx="2" opacity=".35" />
      <path
        d="M40 34h4a6 6 0 0 1 6 6v26a4 4 0 0 0 8 0V30l-8-8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.500"
        strokeLinecap="round"
        opacity=".35"
      />
    </g>
  )
}
