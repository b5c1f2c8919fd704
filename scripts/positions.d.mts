type Interpolate = (from: number, to: number) => (share: number) => number;
export declare const interpolate: Interpolate;
export declare const interpolateNumber: Interpolate;
export declare const interpolateRound: Interpolate;
