/** A template with its columns filled in. */
export const filled = (template: string, row: Record<string, string>): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, column: string) => row[column] ?? '').trim()

export const columnsOf = (template: string): string[] => [...template.matchAll(/\{([^}]+)\}/g)].map(([, column]) => column!)

/** Whether a description is one of the names, `*` standing for any characters. */
export function fits(description: string, names: readonly string[]): boolean {
  return names.some(name =>
    new RegExp(
      `^${name
        .split('*')
        .map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*')}$`,
      'i',
    ).test(description),
  )
}
