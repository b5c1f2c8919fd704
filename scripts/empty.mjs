// Replaces packages that another package imports but no code here calls.
export default {};
