mod rates;
mod duties;
