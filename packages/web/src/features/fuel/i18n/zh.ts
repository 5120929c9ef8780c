const zh = {
  fuelCodes: { one: '油品编码', code_help: '3 位数字，在本油站内唯一', type_gasoline: '汽油', type_diesel: '柴油' },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    fuel: typeof zh
  }
}
