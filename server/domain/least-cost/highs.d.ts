/** The part of HiGHS that the server uses. The package's own types describe its whole interface in 130 KB. */
declare module 'highs' {
  interface Basis {
    colStatus: Int32Array;
    rowStatus: Int32Array;
  }
  export interface Model {
    options: { set(options: Record<string, boolean | number | string>): void };
    run(): void;
    getModelStatus(): number;
    getBasis(): Basis;
    setBasis(basis: Basis): void;
    changeColBounds(column: number, lower: number, upper: number): void;
  }
  interface ModelData {
    numCols: number;
    numRows: number;
    colCost: number[];
    colLower: number[];
    colUpper: number[];
    rowLower: number[];
    rowUpper: number[];
    matrix: { format: 'csr'; numRows: number; numCols: number; starts: number[]; indices: number[]; values: number[] };
  }
  export interface Highs {
    infinity: number;
    constants: { modelStatus: { optimal: number; infeasible: number }; basisStatus: { basic: number; upper: number } };
    /** The model is freed when the work returns. */
    withModel<T>(data: ModelData, work: (model: Model) => T): T;
  }
  const loadHighs: () => Promise<Highs>;
  export default loadHighs;
}
