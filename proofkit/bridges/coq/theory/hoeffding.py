"""A proof of Hoeffding's inequality for signs, from `cosh x <= exp (x^2/2)`."""

TEXT = r"""(** ** Hoeffding's inequality holds *)

Lemma sinh_le : forall x, 0 <= x -> exp x - exp (- x) <= x * (exp x + exp (- x)).
Proof.
  intros x [X | X]; [|subst; rewrite Ropp_0, exp_0; lra].
  pose (h := fun x => x * (exp x + exp (- x)) - (exp x - exp (- x))).
  pose (h' := fun x => x * (exp x - exp (- x))).
  assert (D : forall c, 0 <= c <= x -> derivable_pt_lim h c (h' c)).
  { intros c _; unfold h, h'.
    assert (E : derivable_pt_lim (fun y => exp (- y)) c (- exp (- c))).
    { replace (- exp (- c)) with (exp (- c) * - 1) by ring.
      apply (derivable_pt_lim_comp (fun y => - y) exp);
        [apply (derivable_pt_lim_opp id), derivable_pt_lim_id | apply derivable_pt_lim_exp]. }
    replace (c * (exp c - exp (- c))) with
      ((1 * (exp c + exp (- c)) + c * (exp c + - exp (- c))) - (exp c - - exp (- c))) by ring.
    apply (derivable_pt_lim_minus (fun x => x * (exp x + exp (- x))) (fun x => exp x - exp (- x))).
    - apply (derivable_pt_lim_mult id (fun x => exp x + exp (- x))); [apply derivable_pt_lim_id|].
      apply (derivable_pt_lim_plus exp (fun y => exp (- y)));
        [apply derivable_pt_lim_exp | exact E].
    - apply (derivable_pt_lim_minus exp (fun y => exp (- y)));
        [apply derivable_pt_lim_exp | exact E]. }
  destruct (MVT_cor2 h h' 0 x X D) as [c [V [C1 C2]]].
  assert (0 <= h' c).
  { unfold h'; apply Rmult_le_pos; [lra|].
    assert (exp (- c) < exp c) by (apply exp_increasing; lra); lra. }
  assert (H0 : h 0 = 0) by (unfold h; rewrite Ropp_0, exp_0; ring).
  assert (0 <= h' c * (x - 0)) by (apply Rmult_le_pos; lra).
  unfold h in V at 1; lra.
Qed.

Lemma cosh_le_positive : forall x, 0 < x -> (exp x + exp (- x)) / 2 <= exp (x ^ 2 / 2).
Proof.
  intros x X.
  pose (g := fun x => (exp x + exp (- x)) * exp (- (x * x) / 2)).
  pose (g' := fun x => (exp x - exp (- x) - x * (exp x + exp (- x))) * exp (- (x * x) / 2)).
  assert (D : forall c, 0 <= c <= x -> derivable_pt_lim g c (g' c)).
  { intros c _; unfold g, g'.
    assert (E : derivable_pt_lim (fun y => exp (- y)) c (- exp (- c))).
    { replace (- exp (- c)) with (exp (- c) * - 1) by ring.
      apply (derivable_pt_lim_comp (fun y => - y) exp);
        [apply (derivable_pt_lim_opp id), derivable_pt_lim_id | apply derivable_pt_lim_exp]. }
    assert (Q : derivable_pt_lim (fun y => - (y * y) / 2) c (- c)).
    { replace (- c) with (- (1 * c + c * 1) * / 2 + - (c * c) * 0) by field.
      apply (derivable_pt_lim_mult (fun y => - (y * y)) (fun _ => / 2)).
      - apply (derivable_pt_lim_opp (fun y => y * y)).
        apply (derivable_pt_lim_mult id id); apply derivable_pt_lim_id.
      - apply (derivable_pt_lim_const (/ 2)). }
    replace ((exp c - exp (- c) - c * (exp c + exp (- c))) * exp (- (c * c) / 2)) with
      ((exp c + - exp (- c)) * exp (- (c * c) / 2)
        + (exp c + exp (- c)) * (exp (- (c * c) / 2) * - c)) by ring.
    apply (derivable_pt_lim_mult (fun x => exp x + exp (- x)) (fun y => exp (- (y * y) / 2))).
    - apply (derivable_pt_lim_plus exp (fun y => exp (- y)));
        [apply derivable_pt_lim_exp | exact E].
    - apply (derivable_pt_lim_comp (fun y => - (y * y) / 2) exp);
        [exact Q | apply derivable_pt_lim_exp]. }
  destruct (MVT_cor2 g g' 0 x X D) as [c [V [C1 C2]]].
  assert (G0 : g 0 = 2).
  { unfold g; replace (- (0 * 0) / 2) with 0 by field; rewrite Ropp_0, exp_0; ring. }
  assert (N : 0 <= - g' c).
  { unfold g'; rewrite <- Ropp_mult_distr_l_reverse || idtac.
    replace (- ((exp c - exp (- c) - c * (exp c + exp (- c))) * exp (- (c * c) / 2))) with
      ((c * (exp c + exp (- c)) - (exp c - exp (- c))) * exp (- (c * c) / 2)) by ring.
    apply Rmult_le_pos; [|left; apply exp_pos].
    assert (S := sinh_le c ltac:(lra)); lra. }
  assert (M : 0 <= - g' c * (x - 0)) by (apply Rmult_le_pos; lra).
  assert (L : g x <= 2) by lra.
  unfold g in L.
  replace (- (x * x) / 2) with (- (x ^ 2 / 2)) in L by field.
  assert (Z : exp (x ^ 2 / 2) * exp (- (x ^ 2 / 2)) = 1)
    by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (K := exp_pos (x ^ 2 / 2)).
  assert (T : (exp x + exp (- x)) * exp (- (x ^ 2 / 2)) * exp (x ^ 2 / 2) <= 2 * exp (x ^ 2 / 2))
    by (apply Rmult_le_compat_r; lra).
  rewrite Rmult_assoc, (Rmult_comm (exp (- _))), Z, Rmult_1_r in T; lra.
Qed.

Lemma cosh_le : forall x, (exp x + exp (- x)) / 2 <= exp (x ^ 2 / 2).
Proof.
  intro x; destruct (total_order_T 0 x) as [[H | H] | H].
  - apply cosh_le_positive; exact H.
  - subst; replace (0 ^ 2 / 2) with 0 by field; rewrite Ropp_0, exp_0; lra.
  - assert (C := cosh_le_positive (- x) ltac:(lra)).
    rewrite Ropp_involutive in C; replace ((- x) ^ 2) with (x ^ 2) in C by ring; lra.
Qed.

Lemma mean_exp : forall ws l,
  mean (signs (length ws)) (fun y => exp (l * signed_sum ws y)) <= exp (l ^ 2 * squares ws / 2).
Proof.
  intros ws l; induction ws as [|w ws IH].
  - unfold mean; cbn; replace (l * (l * 1) * 0 / 2) with 0 by field; rewrite Rmult_0_r, exp_0; lra.
  - cbn [length squares]; rewrite mean_signs; cbn [signed_sum].
    rewrite (mean_ext _ _ _ (fun y => exp (l * w) * exp (l * signed_sum ws y)))
      by (intro y; rewrite <- exp_plus; f_equal; ring).
    rewrite (mean_ext _ _ (fun y => exp (l * (- w + signed_sum ws y)))
      (fun y => exp (- (l * w)) * exp (l * signed_sum ws y)))
      by (intro y; rewrite <- exp_plus; f_equal; ring).
    rewrite !mean_scale.
    replace (l ^ 2 * (w ^ 2 + squares ws) / 2)
      with ((l * w) ^ 2 / 2 + l ^ 2 * squares ws / 2) by field.
    rewrite exp_plus.
    assert (C := cosh_le (l * w)).
    assert (A := exp_pos (l * w)); assert (B := exp_pos (- (l * w))).
    match goal with |- (_ * ?v + _) / 2 <= _ => set (V := v) in * end.
    replace ((exp (l * w) * V + exp (- (l * w)) * V) / 2)
      with ((exp (l * w) + exp (- (l * w))) / 2 * V) by field.
    assert (0 <= V).
    { unfold V; rewrite <- (mean_const _ (signs (length ws)) 0 (signs_filled _)).
      apply mean_le; [apply signs_filled | intro y; left; apply exp_pos]. }
    apply Rmult_le_compat; lra.
Qed.

Theorem hoeffding_holds : Hoeffding.
Proof.
  intros ws s energy S E Q.
  pose (l := s / energy).
  assert (L : 0 <= l) by (apply Rmult_le_pos; [exact S | left; apply Rinv_0_lt_compat; exact E]).
  rewrite P_mean.
  apply Rle_trans with (mean (signs (length ws))
    (fun y => exp (- (l * s)) * exp (l * signed_sum ws y))).
  - apply mean_le; [apply signs_filled|]; intro y; unfold one, reaches.
    rewrite <- exp_plus; destruct (Rle_dec _ _) as [H | H]; [|left; apply exp_pos].
    rewrite <- exp_0; apply exp_monotone.
    assert (0 <= l * (signed_sum ws y - s)) by (apply Rmult_le_pos; lra); lra.
  - rewrite mean_scale.
    apply Rle_trans with (exp (- (l * s)) * exp (l ^ 2 * squares ws / 2)).
    + apply Rmult_le_compat_l; [left; apply exp_pos | apply mean_exp].
    + rewrite <- exp_plus; apply exp_monotone.
      assert (0 <= l ^ 2 * (energy - squares ws))
        by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
      replace (- s ^ 2 / (2 * energy)) with (- (l * s) + l ^ 2 * energy / 2)
        by (unfold l; field; lra).
      lra.
Qed.
"""
