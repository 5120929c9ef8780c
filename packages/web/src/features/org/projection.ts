interface Spot {
  readonly longitude: number
  readonly latitude: number
}
/** A piece of the globe laid flat: its middle, how many degrees of latitude it is high, and how large it is drawn. */
export interface View extends Spot {
  readonly high: number
  readonly width: number
  readonly height: number
}

/** At the middle a degree of longitude is as long as it is there, so that near things keep their shape. */
const scales = ({ latitude, high, height }: View) => {
  const perLatitude = height / high
  return { x: perLatitude * Math.max(0.2, Math.cos((latitude * Math.PI) / 180)), y: perLatitude }
}

/** Where a place is drawn; nowhere when it lies outside. */
export function inView(view: View, { longitude, latitude }: Spot): { x: number; y: number } | undefined {
  const scale = scales(view)
  const x = view.width / 2 + (longitude - view.longitude) * scale.x
  const y = view.height / 2 - (latitude - view.latitude) * scale.y
  return x >= 0 && x <= view.width && y >= 0 && y <= view.height ? { x, y } : undefined
}

/** Which place a point of the drawing is. */
export function place(view: View, x: number, y: number): Spot {
  const scale = scales(view)
  return { longitude: view.longitude + (x - view.width / 2) / scale.x, latitude: view.latitude - (y - view.height / 2) / scale.y }
}

const steps = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30]
/** How far apart the lines are: four or so of them. */
export const stepOf = (high: number): number => steps.find(step => high / step <= 5) ?? 30

const between = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => Math.round((first + at) * step * 1000) / 1000)
}

/** The lines of longitude and latitude that cross the view. */
export function ticks(view: View, step: number) {
  const [top, bottom] = [place(view, 0, 0), place(view, view.width, view.height)]
  const scale = scales(view)
  return {
    meridians: between(Math.max(-180, top.longitude), Math.min(180, bottom.longitude), step).map(degrees => ({
      degrees,
      x: view.width / 2 + (degrees - view.longitude) * scale.x,
    })),
    parallels: between(Math.max(-90, bottom.latitude), Math.min(90, top.latitude), step).map(degrees => ({
      degrees,
      y: view.height / 2 - (degrees - view.latitude) * scale.y,
    })),
  }
}
